/** What is in no log: who types, who looks, and that a customer is on another page. */
import type { Clock, Timer } from '../platform/platform.ts';
import type { MessagesView, PresenceView } from '../surface/views.ts';

/** Somebody who stopped typing without a word disappears after this (typing comes every two seconds). */
const TYPING_LASTS = 5_000;

type Typist = MessagesView['typing'][number];

/** Who types and who looks, until it is over or its time is. */
export class Ephemeral {
  readonly #clock: Clock;
  readonly #changed: (conversationId: string) => void;
  readonly #typing = new Map<string, Map<string, { typist: Typist; timer: Timer }>>();
  readonly #viewing = new Map<string, MessagesView['viewing']>();
  readonly #moves = new Map<string, number>();

  constructor(clock: Clock, changed: (conversationId: string) => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  typing(conversationId: string): Typist[] {
    return [...(this.#typing.get(conversationId)?.values() ?? [])].map(({ typist }) => typist);
  }
  viewing(conversationId: string): MessagesView['viewing'] {
    return this.#viewing.get(conversationId) ?? [];
  }

  /** How often the customer's page changed since this began; with another number, tabs that show the page ask again. */
  moves(conversationId: string): number {
    return this.#moves.get(conversationId) ?? 0;
  }
  moved(conversationId: string): void {
    this.#moves.set(conversationId, this.moves(conversationId) + 1);
    this.#changed(conversationId);
  }

  /** By conversation, where there is somebody. */
  everywhere(): PresenceView {
    const ids = new Set([...this.#typing.keys(), ...this.#viewing.keys()]);
    return Object.fromEntries(
      [...ids].map((id) => [id, { typing: this.typing(id), viewing: this.viewing(id) }]),
    );
  }

  types(conversationId: string, typist: Typist): void {
    const key = keyOf(typist);
    this.#stop(conversationId, key);
    const of = this.#typing.get(conversationId) ?? new Map();
    this.#typing.set(conversationId, of);
    const timer = this.#clock.setTimeout(() => this.stopped(conversationId, typist), TYPING_LASTS);
    of.set(key, { typist, timer });
    this.#changed(conversationId);
  }
  /** Sent what was typed, or fell silent. */
  stopped(conversationId: string, typist: Typist): void {
    if (this.#stop(conversationId, keyOf(typist))) this.#changed(conversationId);
  }
  views(conversationId: string, agents: MessagesView['viewing']): void {
    if (agents.length > 0) this.#viewing.set(conversationId, agents);
    else this.#viewing.delete(conversationId);
    this.#changed(conversationId);
  }
  /** The connection is gone: none of it can be known any more. */
  clear(): void {
    const ids = new Set([...this.#typing.keys(), ...this.#viewing.keys(), ...this.#moves.keys()]);
    for (const of of this.#typing.values())
      for (const { timer } of of.values()) this.#clock.clearTimeout(timer);
    this.#typing.clear();
    this.#viewing.clear();
    this.#moves.clear();
    for (const id of ids) this.#changed(id);
  }

  #stop(conversationId: string, key: string): boolean {
    const of = this.#typing.get(conversationId);
    const known = of?.get(key);
    if (!of || !known) return false;
    this.#clock.clearTimeout(known.timer);
    of.delete(key);
    if (of.size === 0) this.#typing.delete(conversationId);
    return true;
  }
}

const keyOf = (typist: Typist): string => `${typist.who}:${typist.who === 'agent' ? typist.name : ''}`;
