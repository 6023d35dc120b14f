/**
 * How much of a bot's visitors one process takes on at a time: so many open chats, and so many messages that are being
 * worked on or wait for it. Beyond that the answer comes at once and says so. Limits per socket stop one script; these
 * stop a thousand of them from filling memory and the database's queue, which the agents' calls stand in as well.
 */
import { Refused } from '../../platform/http/refused.ts';

/** Chats of a bot in one process: some kilobytes each, and far more than any shop has open. */
const MOST_CHATS = 5_000;
/** Messages of a bot under way: at the slowest database's pace still an answer within seconds. */
const MOST_MESSAGES = 500;
/** Whoever is turned away may try again then: what waits is worked off in about that time. Seconds. */
const AGAIN = 3;

export interface CrowdLimits {
  chats: number;
  messages: number;
}

export class BotCrowd {
  readonly #most: CrowdLimits;
  readonly #chats = new Map<number, number>();
  readonly #messages = new Map<number, number>();

  constructor(most: Partial<CrowdLimits> = {}) {
    this.#most = { chats: MOST_CHATS, messages: MOST_MESSAGES, ...most };
  }

  /** A chat opens. @returns call it when the chat is gone @throws Refused too_many */
  enter(botId: number): () => void {
    return count(this.#chats, botId, this.#most.chats, 'Hay demasiadas personas en este chat.');
  }

  /** Takes a message on. @throws Refused too_many, or what the work throws */
  async message<T>(botId: number, work: () => Promise<T>): Promise<T> {
    const done = count(this.#messages, botId, this.#most.messages, 'Hay muchas personas escribiendo ahora.');
    try {
      return await work();
    } finally {
      done();
    }
  }
}

function count(counts: Map<number, number>, botId: number, most: number, full: string): () => void {
  const now = counts.get(botId) ?? 0;
  if (now >= most) {
    throw new Refused('too_many', {
      message: `${full} Inténtalo nuevamente en unos segundos.`,
      retryAfterSeconds: AGAIN,
    });
  }
  counts.set(botId, now + 1);
  return () => {
    const left = (counts.get(botId) ?? 1) - 1;
    if (left > 0) counts.set(botId, left);
    else counts.delete(botId);
  };
}
