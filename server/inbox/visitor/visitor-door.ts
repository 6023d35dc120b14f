/** Who may open a bot's chat: whoever shows the bot's public token, while the bot is activated. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { type VisitorAuth, visitorAuth } from '../../../contract/realtime/visitor-socket.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import { validate } from '../../platform/http/validate.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Throws `Refused`: bad_request, unauthorized (no such bot or another token: the same answer), unavailable. */
export async function enterChat(db: Queryable, handshake: unknown): Promise<VisitorAuth> {
  const auth = validate(visitorAuth, handshake, 'auth');
  const [bot] = await db.query<{ token: string; activated: boolean }>(
    sql`select token, activated from bots where id = ${auth.botId}`,
  );
  const known = timingSafeEqual(digest(auth.botToken), digest(bot?.token ?? ''));
  if (!bot || !known) {
    throw new Refused('unauthorized', {
      message: 'Este chat no existe o su código de inserción no es válido.',
    });
  }
  if (!bot.activated) {
    throw new Refused('unavailable', { message: 'Este chat no está disponible por ahora.' });
  }
  return auth;
}

/** What Socket.IO sends with a refused connection. */
export function connectError(refused: Refused): Error & { data: unknown } {
  return Object.assign(new Error(refused.message), { data: refused.body() });
}
