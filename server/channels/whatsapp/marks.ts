/**
 * Signs of a person that travel besides messages: what they have read, that they type, how they react. Read and typing
 * are worth nothing later and are tried once; a reaction is carried until the provider has judged it.
 */
import * as z from 'zod/mini';
import { isLocked } from '../../../contract/rules/lock.ts';
import type { Channel } from '../../../contract/states.ts';
import { type ConnectionRow, findConnection, openCredentials } from '../../connections/connection-row.ts';
import { noteUse } from '../../connections/health.ts';
import { REACTION } from '../../inbox/commands/react.ts';
import type { App } from '../../platform/app.ts';
import { sql } from '../../platform/database/database.ts';
import { Graph, GraphFault } from '../graph.ts';

const MARK = 'channel.mark';
/** The provider shows it for 25 s, or until an answer comes. Milliseconds. */
const TYPING_EVERY = 20_000;
/** So long a reaction is worth carrying. Milliseconds. */
const REACTION_FOR = 10 * 60_000;

const markPayload = z.object({ bot_id: z.number(), conversation_id: z.string(), typing: z.boolean() });
const reactionPayload = z.object({ bot_id: z.number(), message_id: z.string() });

/** Follows what agents do. @returns ends it */
export function followMarks(app: App): () => void {
  const typed = new Map<string, number>();
  const order = (botId: number, conversationId: string, typing: boolean): void => {
    const payload = { bot_id: botId, conversation_id: conversationId, typing };
    const work = app.db.transaction((tx) =>
      // One key for all processes: each of them hears of it.
      app.jobs.schedule(tx, {
        kind: MARK,
        key: `${MARK}:${conversationId}`,
        runAt: app.clock.now(),
        payload,
      }),
    );
    work.catch((error: unknown) => app.log.warn({ err: error }, 'A mark could not be ordered'));
  };
  const ends = [
    app.bus.subscribe('agentTyping', ({ botId, conversationId }) => {
      const now = app.clock.now().getTime();
      if (now - (typed.get(conversationId) ?? 0) < TYPING_EVERY) return;
      for (const [id, at] of typed) if (now - at > TYPING_EVERY) typed.delete(id);
      typed.set(conversationId, now);
      void isOfChannel(app, conversationId).then(
        (yes) => yes && order(botId, conversationId, true),
        (error: unknown) => app.log.warn({ err: error }, 'A mark could not be ordered'),
      );
    }),
    app.bus.subscribe('customerRead', ({ botId, conversationId }) => order(botId, conversationId, false)),
  ];
  return () => {
    for (const end of ends) end();
  };
}

async function isOfChannel(app: App, conversationId: string): Promise<boolean> {
  const rows = await app.db.query(sql`
    select 1 from conversations where id = ${conversationId} and connection_id is not null and state = 'taken'`);
  return rows.length > 0;
}

/** Registers the jobs that carry them. */
export function registerMarks(app: App): void {
  app.jobs.handleOutside(MARK, async (job) => {
    const { conversation_id, typing } = markPayload.parse(job.payload);
    const place = await lastOf(app, conversation_id);
    if (!place) return;
    const { connection, mid, open } = place;
    await asked(app, connection, {
      messaging_product: 'whatsapp',
      status: 'read',
      message_id: mid,
      ...(typing && open ? { typing_indicator: { type: 'text' } } : {}),
    });
  });
  app.jobs.handleOutside(REACTION, async (job) => {
    const { message_id } = reactionPayload.parse(job.payload);
    const [row] = await app.db.query<{
      connection_id: string;
      mid: string;
      emoji: string | null;
      at: string | null;
      phone: string | null;
      user_id: string | null;
    }>(sql`
      select k.connection_id, k.phone, k.user_id, r.value->>'emoji' as emoji, r.value->>'at' as at,
        coalesce(
          (select s.wamid from channel_sends s where s.message_id = m.id and s.wamid is not null
           order by s.part limit 1), m.mid) as mid
      from messages m join conversations c on c.id = m.conversation_id
      join channel_contacts k on k.visitor_id = c.visitor_id and k.connection_id = c.connection_id
      cross join jsonb_array_elements(m.extra->'reactions') as r(value)
      where m.id = ${message_id} and r.value->>'from' = 'agent'`);
    const connection = row ? await usable(app, row.connection_id) : null;
    if (!row || !connection) return;
    const to = row.phone === null ? { recipient: row.user_id } : { to: row.phone };
    const done = await asked(app, connection, {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      ...to,
      type: 'reaction',
      reaction: { message_id: row.mid, emoji: row.emoji ?? '' },
    });
    const since = app.clock.now().getTime() - Date.parse(row.at ?? '');
    if (done === 'later' && since < REACTION_FOR) throw new Error('A reaction could not be carried yet');
  });
}

/** The customer's latest message, by which the provider knows what is meant. */
async function lastOf(
  app: App,
  conversationId: string,
): Promise<{ connection: ConnectionRow; mid: string; open: boolean } | null> {
  const [row] = await app.db.query<{
    connection_id: string | null;
    mid: string;
    channel: Channel;
    last: string | null;
  }>(sql`
    select c.connection_id, m.mid, c.channel, c.last_customer_message_at as last
    from conversations c join messages m on m.conversation_id = c.id
    where c.id = ${conversationId} and c.connection_id is not null and m.sender = 'Cliente'
    order by m.position desc limit 1`);
  const connection = row?.connection_id ? await usable(app, row.connection_id) : null;
  if (!row || !connection) return null;
  return { connection, mid: row.mid, open: !isLocked(row.channel, row.last, app.clock.now()) };
}

/** One that may be used now; nothing leaves by a paused, broken or restored one. */
async function usable(app: App, id: string): Promise<ConnectionRow | null> {
  const row = await findConnection(app.db, id);
  return row && row.provider === 'whatsapp' && !row.paused && !row.held && row.health !== 'needs_reconnect'
    ? row
    : null;
}

/** @returns `later`: what may pass stood in the way */
async function asked(
  app: App,
  connection: ConnectionRow,
  json: Record<string, unknown>,
): Promise<'done' | 'later'> {
  const { access_token = '', phone_number_id = '' } = openCredentials(app, connection);
  try {
    await new Graph(app, access_token).call(`/${phone_number_id}/messages`, { method: 'POST', json });
    return 'done';
  } catch (error) {
    if (!(error instanceof GraphFault)) throw error;
    if (error.kind === 'unauthorized') await noteUse(app, connection.id, error.kind, connection.credentials);
    app.log.info({ kind: error.kind, code: error.code }, 'A mark was not taken');
    return error.kind === 'rate_limited' || (error.code === null && !error.lost) ? 'later' : 'done';
  }
}
