/** Runs of macros, as the database keeps them. Whoever changes one has its conversation locked. */
import type { MacroRun } from '../../contract/entities/macro.ts';
import { LIMITS } from '../../contract/limits.ts';
import { MACRO_LIMITS } from '../../contract/macro-limits.ts';
import type { Area, ConversationPriority, ConversationState } from '../../contract/states.ts';
import type { WaitsFor } from '../../machines/routing/decide.ts';
import { type Queryable, raw, sql } from '../platform/database/database.ts';
import type { ConversationRow } from './conversation-row.ts';

/** What of a conversation a macro may change, and an undo brings back. */
interface Undoable {
  state: ConversationState;
  agent_id: number | null;
  was_pending: boolean;
  waiting_since: string | null;
  category: Area | null;
  priority: ConversationPriority | null;
  tags: string[];
  snoozed_until: string | null;
  unread: boolean;
  message_count: number;
  /** Absent from runs of before. */
  waits_for?: WaitsFor | null;
}

export interface MacroRunRow {
  id: string;
  conversation_id: string;
  user_id: number;
  name: string;
  sent: boolean;
  before: Undoable;
  after: Undoable;
  at: string;
  undone_at: string | null;
}

const macroRunColumns = raw(`
  r.id, r.conversation_id, r.user_id, r.name, r.sent, r.before, r.after, r.at, r.undone_at`);

/** What of the row an undo would bring back. */
export function undoableOf(row: ConversationRow): Undoable {
  const { state, agent_id, was_pending, waiting_since, category, priority, tags } = row;
  const { snoozed_until, unread, message_count, waits_for } = row;
  return {
    state,
    agent_id,
    was_pending,
    waiting_since,
    category,
    priority,
    tags,
    snoozed_until,
    unread,
    message_count,
    waits_for,
  };
}

/** Whether it stands where it stood, with whom it stood. */
export const sameMove = (a: Pick<Undoable, 'state' | 'agent_id'>, b: Pick<Undoable, 'state' | 'agent_id'>) =>
  a.state === b.state && a.agent_id === b.agent_id;

/** Whether both carry the same tags, in the same order. */
export const sameTags = (a: Pick<Undoable, 'tags'>, b: Pick<Undoable, 'tags'>) =>
  JSON.stringify(a.tags) === JSON.stringify(b.tags);

export function toMacroRun(row: MacroRunRow): MacroRun {
  const { id, conversation_id, name, sent, before, after, undone_at } = row;
  const undoable =
    !sameMove(before, after) ||
    !sameTags(before, after) ||
    before.category !== after.category ||
    before.priority !== after.priority;
  return { id, conversation_id, name, sent, undoable, undone: undone_at !== null };
}

/** The run that this person made under this key. */
export async function findRunOnce(tx: Queryable, once: string): Promise<MacroRunRow | null> {
  const [row] = await tx.query<MacroRunRow>(
    sql`select ${macroRunColumns} from macro_runs r where r.once = ${once}`,
  );
  return row ?? null;
}

/** Null: there is none. */
export async function findRun(tx: Queryable, id: string): Promise<MacroRunRow | null> {
  const [row] = await tx.query<MacroRunRow>(
    sql`select ${macroRunColumns} from macro_runs r where r.id = ${id}`,
  );
  return row ?? null;
}

/** A click in the last moment has the time of a slow call to arrive. */
export const isTooLate = ({ at }: MacroRunRow, now: Date): boolean =>
  now.getTime() - Date.parse(at) > MACRO_LIMITS.undo + LIMITS.requestTimeout;

/** Forgets the runs in conversations, with the tags that they knew. */
export async function forgetMacroRuns(tx: Queryable, conversationIds: readonly string[]): Promise<void> {
  await tx.query(sql`delete from macro_runs where conversation_id = any(${[...conversationIds]}::text[])`);
}
