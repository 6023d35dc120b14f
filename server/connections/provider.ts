/** What a provider's own room brings so that its accounts can be connected. */
import type * as z from 'zod/mini';
import type { FaultKind, Provider } from '../../contract/entities/connection.ts';
import type { Transaction } from '../platform/database/database.ts';

/** The provider could not be used; `kind` decides what happens to the connection. */
export class ConnectionFault extends Error {
  override name = 'ConnectionFault';
  readonly kind: FaultKind;
  /** Milliseconds after which the provider wants to be asked again. */
  readonly retryAfter: number | null;
  /** The provider is there, and has no such thing. */
  readonly missing: boolean;

  /** @param detail for the log: what the provider said, without secrets */
  constructor(kind: FaultKind, detail: string, retryAfter: number | null = null, missing = false) {
    super(detail);
    this.kind = kind;
    this.retryAfter = retryAfter;
    this.missing = missing;
  }
}

/** What a check found. */
export interface Checked {
  /** Which account it is, where the credentials do not name it. */
  account?: string;
  /** How people know the account; the connection's name unless they give it one. */
  name: string;
  capabilities: Record<string, boolean>;
  facts: Record<string, string | null>;
  /** How its webhooks name the account, where that is another name than the one that was typed. */
  alias?: string | null;
}

export interface ProviderPort<C extends Record<string, string> = Record<string, string>> {
  /** All of them are asked for. */
  credentials: z.ZodMiniType<C>;
  /** What the provider calls the account, and what stands above it; null: the check answers it. */
  account(credentials: C): { account: string | null; parent: string | null };
  /** What was noted beside what people type, and stays when they type it anew. */
  notes?: readonly string[];
  /** Asks the provider. Throws ConnectionFault. @param connection what is checked again; none: not connected yet */
  check(credentials: C, connection?: { id: string }): Promise<Checked>;
  /** In the transaction that makes a connection of it: what is to follow. */
  connected?(tx: Transaction, connection: { id: string; bot_id: number }): Promise<void>;
  /** In the transaction that removes one, before it is gone. */
  removing?(tx: Transaction, connection: { id: string; bot_id: number }): Promise<void>;
}

export type Providers = Partial<Record<Provider, ProviderPort>>;
