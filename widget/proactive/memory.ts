/**
 * What a browser remembers so that proactive messages come seldom: its visits, what it was told, and a name made up for
 * counting alone. In local storage, so that it holds over visits; `Keep.forget` erases it (shutdown). Read anew each time:
 * other tabs write it too.
 */
import type { ProactiveTold } from '../../contract/proactive/decide.ts';
import { PROACTIVE_LIMITS } from '../../contract/proactive-limits.ts';
import { type Check, flag, list, number, orNull, shape, text } from '../checks.ts';
import { proactiveKey } from '../keep.ts';

/** A message by which the chat was opened and that was not answered yet: the next page shows it again. */
export interface KeptGreeting {
  rule: string;
  text: string;
  at: number;
}
interface Kept {
  browser: string;
  visits: number;
  /** When they were here last. Milliseconds. */
  seen: number;
  told: ProactiveTold[];
  greeting: KeptGreeting | null;
}

const isKept: Check<Kept> = shape<Kept>({
  browser: text,
  visits: number,
  seen: number,
  told: list(shape<ProactiveTold>({ id: text, at: number, over: flag })),
  greeting: orNull(shape<KeptGreeting>({ rule: text, text, at: number })),
});

/** More rules than a bot has: those that are gone fall out, the oldest first. */
const MOST_TOLD = 2 * PROACTIVE_LIMITS.rules;

const randomName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export class Memory {
  readonly #key: string;
  readonly #storage: Storage;

  constructor(botId: number, storage: Storage) {
    this.#key = proactiveKey(botId);
    this.#storage = storage;
  }

  get value(): Kept {
    const raw = this.#storage.getItem(this.#key);
    try {
      const kept: unknown = raw === null ? null : JSON.parse(raw);
      if (isKept(kept)) return kept;
    } catch (error) {
      console.warn('[chat] datos guardados ilegibles, se empieza de nuevo', error);
    }
    return { browser: randomName(), visits: 0, seen: 0, told: [], greeting: null };
  }

  /** @returns false: the browser keeps nothing, so nothing may be shown that is to come seldom */
  set(change: Partial<Kept>): boolean {
    try {
      this.#storage.setItem(this.#key, JSON.stringify({ ...this.value, ...change }));
      return true;
    } catch (error) {
      console.warn('[chat] no se pudo guardar en este navegador', error);
      return false;
    }
  }

  /** They are here: another visit after a while without them. @param now milliseconds */
  visit(now: number): void {
    const { visits, seen } = this.value;
    const isNew = visits === 0 || now - seen > PROACTIVE_LIMITS.visitGap;
    this.set({ visits: visits + (isNew ? 1 : 0), seen: now });
  }

  tell(next: ProactiveTold): boolean {
    const others = this.value.told.filter(({ id }) => id !== next.id);
    return this.set({ told: [...others, next].slice(-MOST_TOLD) });
  }
}
