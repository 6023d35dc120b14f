/** Who may open a bot's chat: anybody who shows the bot's public token, while the bot is activated. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { type ChatLanguage, languageOf } from '../../../contract/chat-language.ts';
import { type VisitorAuth, visitorAuth } from '../../../contract/realtime/visitor-socket.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import { validate } from '../../platform/http/validate.ts';
import type { VisitorIdentity } from '../visitor-identity.ts';
import { REFUSALS } from '../visitor-words/es.ts';
import { inVisitorsLanguage } from '../visitor-words/words.ts';
import type { AdmittedChat, Origin } from './visitor-limiter.ts';

/** What the door knows of a socket that it lets in. */
export interface Entrance {
  who: VisitorIdentity;
  /** What their chat speaks. */
  language: ChatLanguage;
  /** Nobody has written them down yet. */
  isNew: boolean;
  /** When their first conversation began; null: they have none. Milliseconds. */
  since: number | null;
  origin: Origin;
  admitted: AdmittedChat;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Throws `Refused`: bad_request, unauthorized (no such bot or another token: the same answer), unavailable. */
export async function enterChat(db: Queryable, handshake: unknown): Promise<VisitorAuth> {
  const auth = validate(visitorAuth, handshake, 'auth');
  const [bot] = await db.query<{ token: string; activated: boolean; unconfirmed: boolean }>(sql`
    select b.token, b.activated, coalesce((
      select bool_and(u.email_confirmed_at is null)
      from user_bots ub join roles r on r.id = ub.role_id join users u on u.id = ub.user_id
      where ub.bot_id = b.id and r.base = 'propietario'
    ), false) as unconfirmed
    from bots b where b.id = ${auth.botId}`);
  const known = timingSafeEqual(digest(auth.botToken), digest(bot?.token ?? ''));
  if (!bot || !known) {
    throw new Refused('unauthorized', { message: REFUSALS.noChat });
  }
  if (!bot.activated) {
    throw new Refused('unavailable', { message: REFUSALS.off });
  }
  // None of its owners has followed the link of the first mail: anybody could speak in somebody else's name.
  if (bot.unconfirmed) {
    throw new Refused('unavailable', {
      message: REFUSALS.notConfirmed,
      details: { reason: 'email_not_confirmed' },
    });
  }
  return auth;
}

/** What Socket.IO sends with a refused connection. @param handshake says the chat's language, if it says one */
export function connectError(refused: Refused, handshake: unknown): Error & { data: unknown } {
  const { language } = (handshake ?? {}) as { language?: unknown };
  const said = typeof language === 'string' ? (languageOf(language) ?? 'es') : 'es';
  const body = inVisitorsLanguage(refused.body(), said);
  return Object.assign(new Error(body.message), { data: body });
}
