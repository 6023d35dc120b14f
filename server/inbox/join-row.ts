/** Joins of conversations, as the database keeps them. Whoever changes one has both conversations locked. */
import type { AnswerKind } from '../../contract/entities/answer-deadlines.ts';
import type { ConversationJoin } from '../../contract/entities/joining.ts';
import type { ConversationState } from '../../contract/states.ts';
import { type Queryable, raw, sql } from '../platform/database/database.ts';

/** The source as it was. */
interface Before {
  state: ConversationState;
  waiting_since: string | null;
  answer_kind: AnswerKind | null;
  unread: boolean;
  snoozed_until: string | null;
  pending_messages_count: number;
}

/** What the target got by it, and had before. */
interface Gained {
  /** Its last message then: what was said later was said to both. */
  position: number;
  /** Whether its wait became the source's. */
  waits: boolean;
  waiting_since: string | null;
  answer_kind: AnswerKind | null;
  unread: boolean;
  pending_messages_count: number;
  followers: number[];
}

export interface JoinRow {
  id: string;
  source_id: string;
  target_id: string;
  user_id: number;
  before: Before;
  gained: Gained;
  separated_at: string | null;
  restored: boolean;
}

const joinColumns = raw(`
  j.id, j.source_id, j.target_id, j.user_id, j.before, j.gained, j.separated_at, j.restored`);

export function toJoin({ id, source_id, target_id, separated_at, restored }: JoinRow): ConversationJoin {
  return { id, source_id, target_id, separated: separated_at !== null, restored };
}

/** The join that this person made under this key. */
export async function findJoinOnce(tx: Queryable, once: string): Promise<JoinRow | null> {
  const [row] = await tx.query<JoinRow>(
    sql`select ${joinColumns} from conversation_joins j where j.once = ${once}`,
  );
  return row ?? null;
}

/** Null: there is none. */
export async function findJoin(tx: Queryable, id: string): Promise<JoinRow | null> {
  const [row] = await tx.query<JoinRow>(
    sql`select ${joinColumns} from conversation_joins j where j.id = ${id}`,
  );
  return row ?? null;
}
