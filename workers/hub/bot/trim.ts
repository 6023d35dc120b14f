/**
 * Lets go of what no tab shows, once a bot's inbox has grown: somebody who reads all day opens hundreds of
 * conversations. It waits until nobody waits: looking through ten thousand cards takes as long as opening one.
 */
import { forget } from '../../../machines/inbox/forget.ts';
import type { InboxState } from '../../../machines/inbox/inbox-state.ts';
import { Alarm } from '../platform/alarm.ts';
import type { Clock } from '../platform/platform.ts';
import { type Topic, topicKey } from '../surface/topics.ts';
import type { BotParts } from './bot-parts.ts';

/** After the last thing that was opened or left (ms). */
const PAUSE = 3_000;
/** Conversations with messages, and cards, that are kept though nobody shows them: going back to them is instant. */
const MOST_CONVERSATIONS = 40;
const MOST_CARDS = 3_000;
/** Of too many conversations with messages the latest stay. */
const CONVERSATIONS_KEPT = 20;
/** So many new cards are worth looking through all of them again. */
const CARDS_MORE = 500;

/** What is shown of a bot. */
interface Shown {
  states: ReadonlySet<string>;
  conversations: ReadonlySet<string>;
}

/** Lets go of what nobody shows once there is much of it. */
export class Trimmer {
  readonly #alarm: Alarm;
  readonly #bots: ReadonlyMap<number, BotParts>;
  readonly #shown: () => readonly Topic[];
  /** How many cards the last trimming left. */
  readonly #left = new WeakMap<BotParts, number>();

  constructor(clock: Clock, bots: ReadonlyMap<number, BotParts>, shown: () => readonly Topic[]) {
    this.#alarm = new Alarm(clock);
    this.#bots = bots;
    this.#shown = shown;
  }

  /** What is shown has changed. */
  soon(): void {
    this.#alarm.set(PAUSE, () => this.#trim());
  }

  stop(): void {
    this.#alarm.off();
  }

  #trim(): void {
    const topics = this.#shown();
    const keys = new Set(topics.map(topicKey));
    const shown = {
      states: new Set(topics.flatMap((topic) => (topic.kind === 'list' ? [topic.query.state] : []))),
      conversations: new Set(
        topics.flatMap((topic) => ('conversationId' in topic ? [topic.conversationId] : [])),
      ),
    };
    for (const [botId, parts] of this.#bots) {
      if (!topics.some((topic) => topic.kind === 'supervision' && topic.botId === botId)) {
        parts.supervision.drop();
      }
      parts.pages.opened.keep(keys);
      const { state } = parts.room.fold;
      if (!state || !trimmed(state, shown, this.#left.get(parts) ?? 0)) continue;
      this.#left.set(parts, state.cards.size);
    }
  }
}

/**
 * @param left how many cards the last trimming left
 * @returns whether there was too much
 */
function trimmed(state: InboxState, { states, conversations }: Shown, left: number): boolean {
  const many = state.cards.size > MOST_CARDS;
  const windows = [...state.windows].filter(([, { query }]) => !many || states.has(query.state));
  const grown = windows.length < state.windows.size || (many && state.cards.size > left + CARDS_MORE);
  const tooMuchRead = state.messages.size > MOST_CONVERSATIONS;
  if (!grown && !tooMuchRead) return false;
  const read = [...state.messages.keys()].slice(tooMuchRead ? -CONVERSATIONS_KEPT : 0);
  forget(state, {
    keepWindows: new Set(windows.map(([key]) => key)),
    keepMessages: new Set([...read, ...conversations]),
  });
  return true;
}
