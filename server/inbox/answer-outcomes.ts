/**
 * How each deadline of an answer ended: kept, or passed. The rules and the priority of that moment stand in no history, so
 * that it is written in the transaction in which it happens, which always has an event of the log; figures are made of it
 * (server/metrics). One row a wait, told apart by since when its customer waited.
 *
 *   owed ──answered──▶ kept · late, where its job has not marked it yet
 *     └──marked late──▶ late ──a longer deadline──▶ owed again, and there is no row
 *   a wait that came with a joined conversation where it was late already is counted there
 *   what ends without an answer before it is late leaves none; what rests is judged when it wakes
 */
import { type Queryable, sql } from '../platform/database/database.ts';
import type { ConversationRow } from './conversation-row.ts';

/** What is owed to a customer, as it stands on the row. */
export type Owed = Pick<ConversationRow, 'waiting_since' | 'answer_kind' | 'answer_due_at' | 'answer_level'>;
export const owedBy = ({
  waiting_since,
  answer_kind,
  answer_due_at,
  answer_level,
}: ConversationRow): Owed => ({
  waiting_since,
  answer_kind,
  answer_due_at,
  answer_level,
});

/**
 * Call it under the conversation's lock, before its events are appended.
 * @param before as it was when the work began
 * @param answer what a person said to the customer meanwhile
 */
export async function keepOutcome(
  tx: Queryable,
  before: Owed,
  row: ConversationRow,
  answer: { agent_id: number | null } | null,
  now: Date,
): Promise<void> {
  const { waiting_since: since, answer_kind: kind, answer_due_at: due, answer_level: level } = before;
  if (since === null || kind === null || due === null) return;
  const waits = row.waiting_since === since;
  if (waits && level === 'late' && row.answer_due_at !== null && row.answer_level !== 'late') {
    await tx.query(sql`
      delete from answer_outcomes where conversation_id = ${row.id} and since = ${since}::timestamptz`);
    return;
  }
  const passed = waits && level !== 'late' && row.answer_level === 'late';
  const answered = !waits && answer !== null && level !== 'late';
  if (!passed && !answered) return;
  const kept = answered && now.getTime() < Date.parse(due);
  await tx.query(sql`
    insert into answer_outcomes (conversation_id, since, bot_id, kind, due_at, at, agent_id, kept)
    select ${row.id}::text, ${since}::timestamptz, ${row.bot_id}::int, ${kind}::text, ${due}::timestamptz, ${now}::timestamptz,
      ${row.agent_id ?? answer?.agent_id ?? null}::int, ${kept}::boolean
    where not exists (
      select 1 from conversation_joins j join answer_outcomes o on o.conversation_id = j.source_id
      where j.target_id = ${row.id} and j.separated_at is null and o.since = ${since}::timestamptz)
    on conflict (conversation_id, since) do nothing`);
}
