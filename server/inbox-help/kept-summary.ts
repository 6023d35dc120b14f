/**
 * The summary that who takes a conversation finds there. The first one for whom it is due asks the model; everybody else,
 * in whatever process, waits for that answer, which is kept with what it stands on. More words make no new one by
 * themselves, and neither does a failure: both wait for a press.
 *
 *   due? ─▶ kept? ──yes──▶ it
 *             └─no──▶ claim the row ─┬─▶ talk ─▶ model ─▶ kept, if the row is still one's own
 *                                    └─ somebody else's: wait, look again
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { KeptSummary } from '../../contract/entities/inbox-help.ts';
import { endedBy, INTERRUPTED } from '../assistant/llm/ended-by.ts';
import { readSeen } from '../inbox/queries/conversation.ts';
import { type Queryable, sql } from '../platform/database/database.ts';
import type { Asking } from './help.ts';
import { summarize } from './summary.ts';
import { readTalk, wasSaid } from './talk.ts';

/** Milliseconds for which the row is somebody's who asks: longer than they are left waiting. */
const CLAIM = 40_000;
/** Milliseconds between two looks at what somebody else asked for. */
const LOOK = 300;

interface KeptRow {
  text: string | null;
  reason: string | null;
  up_to: number;
  revision: number;
}
const NONE: KeptRow = { text: null, reason: null, up_to: 0, revision: 0 };

interface Present {
  kept: KeptRow;
  newer: number;
  due: boolean;
}

/**
 * Throws not_found for a conversation that the caller does not see.
 * @param again somebody pressed for it: due or not, and anew where more was said or it failed
 * @param count takes one question from the caller's own; throws when there are none left
 */
export async function keptSummary(
  asking: Asking,
  id: string,
  again: boolean,
  count: () => Promise<unknown>,
): Promise<KeptSummary> {
  const { app, by, config, signal } = asking;
  const read = (): Promise<Present> =>
    app.db.snapshot(async (tx) => {
      await readSeen(tx, by.user.id, by.link.bot_id, id);
      return present(tx, id, by.user.id, config.summarize_from);
    });
  const first = await read();
  if (!again && !(config.summarizes && first.due)) return { text: null, reason: null, newer: 0 };
  let counted = false;
  for (let now = first; ; now = await read()) {
    const { kept, newer } = now;
    // What somebody else made meanwhile is as new as what was pressed for.
    const fresh = kept.revision > first.kept.revision || (kept.text !== null && newer === 0);
    if (fresh || (!again && kept.revision > 0)) return { text: kept.text, reason: kept.reason, newer };
    if (!counted) await count();
    counted = true;
    const asker = app.ids();
    if (await claim(asking, id, kept.revision, asker)) return await make(asking, id, asker, kept);
    try {
      await delay(LOOK, undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
      return { text: kept.text, reason: endedBy(signal), newer };
    }
  }
}

async function present(tx: Queryable, id: string, userId: number, from: number): Promise<Present> {
  const [kept = NONE] = await tx.query<KeptRow>(sql`
    select text, reason, up_to, revision from conversation_summaries where conversation_id = ${id}`);
  const [since] = await tx.query<{ newer: number }>(sql`
    select count(*)::int as newer from messages m
    where m.conversation_id = ${id} and m.position > ${kept.up_to} and ${wasSaid}`);
  return { kept, newer: since?.newer ?? 0, due: await isDue(tx, id, userId, from) };
}

/** Whether they have it, got it with enough history, and have not answered since. */
async function isDue(tx: Queryable, id: string, userId: number, from: number): Promise<boolean> {
  const [got] = await tx.query<{ at: string }>(sql`
    select t.at from transitions t join conversations c on c.id = t.conversation_id
    where t.conversation_id = ${id} and t.to_agent = ${userId}::int and t.from_agent is distinct from t.to_agent
      and c.agent_id = ${userId}::int and c.state = 'taken'
    order by t.at desc, t.id desc limit 1`);
  if (!got) return false;
  const [said] = await tx.query<{ before: number; answers: number }>(sql`
    select count(*) filter (where m.sender = 'Cliente' and m.created_at <= ${got.at}::timestamptz)::int as before,
      count(*) filter (
        where m.sender = 'agent' and m.agent_id = ${userId}::int and m.created_at > ${got.at}::timestamptz
      )::int as answers
    from messages m where m.conversation_id = ${id} and ${wasSaid}`);
  return said !== undefined && said.before >= from && said.answers === 0;
}

/** Makes it one's own to ask for, unless somebody asks already, or there is a newer one than `revision`. */
async function claim({ app }: Asking, id: string, revision: number, asker: string): Promise<boolean> {
  const now = app.clock.now();
  const until = new Date(now.getTime() + CLAIM);
  const rows = await app.db.query(sql`
    insert into conversation_summaries as s (conversation_id, asker, asking_until)
    select c.id, ${asker}, ${until}::timestamptz from conversations c where c.id = ${id}
    on conflict (conversation_id) do update set asker = excluded.asker, asking_until = excluded.asking_until
    where s.revision = ${revision} and (s.asking_until is null or s.asking_until < ${now}::timestamptz)
    returning s.conversation_id`);
  return rows.length > 0;
}

async function make(asking: Asking, id: string, asker: string, before: KeptRow): Promise<KeptSummary> {
  const { app, by } = asking;
  const release = () =>
    app.db.query(sql`
      update conversation_summaries set asker = null, asking_until = null
      where conversation_id = ${id} and asker = ${asker}`);
  try {
    // After the claim: what an erasure takes away until now is not read, and later there is no row to keep it in.
    const { lines, upTo } = await readTalk(app, by, id);
    const { text, reason } = await summarize(asking, lines);
    // Who goes away leaves it to the next one.
    if (reason === INTERRUPTED) return { text: before.text, reason, newer: 0 };
    const kept = text === null ? before : { text, up_to: upTo };
    await app.db.query(sql`
      update conversation_summaries set text = ${kept.text}, up_to = ${kept.up_to},
        reason = ${kept.text === null ? reason : null}, revision = revision + 1
      where conversation_id = ${id} and asker = ${asker}`);
    return { text: kept.text, reason, newer: 0 };
  } finally {
    await release();
  }
}
