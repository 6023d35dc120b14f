/** One change of a webhook: what is worked off by itself, whatever else came in the same body. */
import type { Provider } from '../../contract/entities/connection.ts';

export interface NewPart {
  /** Null: of an account that this body's signature does not speak for. */
  connectionId: string | null;
  kind: PartKind;
  /** What has to be applied one after the other. */
  lane: string;
  /** The same change again has the same. */
  once: string;
  /** The message that it speaks of, as the provider names it. */
  target: string | null;
  content: unknown;
  saidAt: Date;
}

export type PartKind =
  | 'message'
  | 'echo'
  | 'reaction'
  | 'edit'
  | 'revoke'
  | 'status'
  | 'template'
  | 'preference'
  | 'account'
  | 'unknown';

/** Kinds whose order within a customer counts. */
export const IN_ORDER: readonly PartKind[] = ['message', 'echo'];

export interface PartRow {
  id: number;
  body_id: number;
  connection_id: string;
  bot_id: number;
  kind: PartKind;
  lane: string;
  once: string;
  target: string | null;
  content: unknown;
  said_at: string;
  received_at: string;
  attempts: number;
  provider: Provider;
}
