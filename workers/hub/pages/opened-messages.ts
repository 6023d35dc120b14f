/**
 * How much of a known conversation each reader gets. A conversation of 5,000 messages opens with its newest hundred,
 * whatever other tabs hold of it: copying all of them into a tab takes longer than an eye forgives, and few are read.
 * The rest follows from memory as the reader goes upwards, without a question to the server.
 */
import type { Message } from '../../../contract/entities/message.ts';

/** More than a tall screen holds, and what each further step tells. */
const STEP = 100;
/** A little more than a step goes at once: another step for a few messages is not worth it. */
const AT_ONCE = 150;

/** How much of each conversation's known messages is shown. */
export class OpenedMessages {
  /** The lowest `order` that the reader gets, by topic; 0: all. */
  readonly #floors = new Map<string, number>();

  /** What of these messages (oldest first) the topic's reader gets; `more`: there are others above. */
  of(topic: string, messages: readonly Message[]): { messages: Message[]; more: boolean } {
    let floor = this.#floors.get(topic);
    if (floor === undefined) {
      floor = messages.length > AT_ONCE ? (messages.at(-STEP)?.order ?? 0) : 0;
      this.#floors.set(topic, floor);
    }
    // A copy in any case: the fold's own array changes in place.
    return { messages: messages.slice(placeOf(messages, floor)), more: floor > 0 };
  }

  /** Tells a step more. @returns false: all that is known is shown already */
  further(topic: string, messages: readonly Message[]): boolean {
    const floor = this.#floors.get(topic) ?? 0;
    if (floor === 0) return false;
    const first = placeOf(messages, floor);
    this.#floors.set(topic, first > STEP ? (messages[first - STEP]?.order ?? 0) : 0);
    return first > 0;
  }

  /** Forgets what is no longer shown: it opens with its newest messages again. */
  keep(shown: ReadonlySet<string>): void {
    for (const topic of this.#floors.keys()) if (!shown.has(topic)) this.#floors.delete(topic);
  }
}

function placeOf(messages: readonly Message[], floor: number): number {
  if (floor === 0) return 0;
  const place = messages.findIndex(({ order }) => order >= floor);
  return place < 0 ? messages.length : place;
}
