/** A row of a bot's event log: as the table holds it, and as a commit hands it to this process's own readers. */
import type { NamedEvent } from '../../contract/realtime/events.ts';
import type { Area, ConversationState } from '../../contract/states.ts';

/** What sight judges, as the log stores it: `[state, category, agent_id]`. */
export type PackedFacts = [ConversationState, Area | null, number | null];

export interface LogRow {
  bot_id: number;
  seq: number;
  id: string;
  name: NamedEvent['name'];
  actor: NamedEvent['actor'];
  data: unknown;
  at: string;
  conversation_id: string | null;
  seen_before: PackedFacts | null;
  seen_after: PackedFacts | null;
}
