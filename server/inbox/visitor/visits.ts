/**
 * Where a visitor is: one row each, of those who wrote, while the bot's owner lets it be kept. Agents who look on hear
 * of changes by VISITOR_PAGE; the panel reads the row.
 */
import type { ChatLanguage } from '../../../contract/chat-language.ts';
import type { Visit } from '../../../contract/entities/visit.ts';
import type { VisitorPage } from '../../../contract/realtime/visitor-socket.ts';
import { deviceOf } from '../../../contract/rules/device.ts';
import { knownZone } from '../../../contract/rules/time-zone.ts';
import { visitedFrom, visitedPage } from '../../../contract/rules/visited-page.ts';
import type { Area, ConversationState } from '../../../contract/states.ts';
import type { App } from '../../platform/app.ts';
import { type Database, json, raw, sql } from '../../platform/database/database.ts';
import { readSeen } from '../queries/conversation.ts';

/** What a page said of itself, made harmless. */
export type SaidVisit = Pick<Visit, 'page' | 'referrer' | 'zone' | 'device'>;

/** @param userAgent the header of the socket's handshake */
export function readVisit({ page, referrer, zone }: VisitorPage, userAgent: string): SaidVisit {
  const here = visitedPage(page);
  return {
    page: here,
    referrer: visitedFrom(referrer, here),
    zone: knownZone(zone),
    device: deviceOf(userAgent),
  };
}

export const visitColumns = raw(
  'visits.page, visits.referrer, visits.zone, visits.device, visits.visits, visits.first_at, visits.seen_at',
);

/** Keeps it and tells those who look on. Of somebody who has not written yet nothing is kept. */
export async function noteVisit(app: App, visitorId: string, said: SaidVisit): Promise<void> {
  const at = app.clock.now();
  const [kept] = await app.db.query<{ bot_id: number }>(sql`
    insert into visits (visitor_id, bot_id, page, referrer, zone, device, first_at, seen_at)
    select v.id, v.bot_id, ${said.page}, ${said.referrer}, ${said.zone}, ${json(said.device)}, ${at}, ${at}
    from visitors v join bots b on b.id = v.bot_id and b.visits where v.id = ${visitorId}
    on conflict (visitor_id) do update set
      page = excluded.page, zone = excluded.zone, device = excluded.device, seen_at = excluded.seen_at,
      referrer = case when visits.seen_at < excluded.seen_at - interval '30 minutes' then excluded.referrer
        else coalesce(visits.referrer, excluded.referrer) end,
      visits = least(visits.visits + (visits.seen_at < excluded.seen_at - interval '30 minutes')::int, 1000000)
    returning visits.bot_id`);
  if (!kept) return;
  const [latest] = await app.db.query<{
    id: string;
    state: ConversationState;
    category: Area | null;
    agent_id: number | null;
  }>(sql`
    select id, state, category, agent_id from conversations
    where visitor_id = ${visitorId} order by created_at desc, id desc limit 1`);
  if (!latest) return;
  const { id: conversation_id, ...facts } = latest;
  const { bot_id } = kept;
  app.realtime.toViewersOf(bot_id, facts, 'VISITOR_PAGE', { bot_id, conversation_id });
}

/** Where they are, and what their chat speaks where that is not Spanish. */
interface SeenVisit {
  visit: Visit | null;
  language?: ChatLanguage;
}

/** What the panel shows. Throws not_found where the caller does not see the conversation. */
export async function readVisitOf(
  db: Database,
  userId: number,
  botId: number,
  conversationId: string,
): Promise<SeenVisit> {
  return db.snapshot(async (tx) => {
    await readSeen(tx, userId, botId, conversationId);
    const [visit] = await tx.query<Visit>(sql`
      select ${visitColumns} from conversations c join visits on visits.visitor_id = c.visitor_id
      where c.id = ${conversationId}`);
    const [chat] = await tx.query<{ language: ChatLanguage }>(sql`
      select v.language from conversations c join visitors v on v.id = c.visitor_id
      where c.id = ${conversationId}`);
    const language = chat?.language ?? 'es';
    return { visit: visit ?? null, ...(language === 'es' ? {} : { language }) };
  });
}
