/** Many customers who write at the pace that the chat allows, each the next message when the last one was taken. */
import { setTimeout as pause } from 'node:timers/promises';
import { openVisitor, say, type Visitor } from '../event-to-row/visitors.ts';

/** Doors opened at the same time. */
const AT_ONCE = 10;
/** Milliseconds between two messages of one customer: the chat takes 20 in 10 s. */
const FASTEST = 520;

/** What a crowd was answered. */
export interface Answers {
  /** Milliseconds from sending to acknowledgement, of each message. */
  delays: number[];
  /** Ids of the messages that the server promised to keep. */
  mids: string[];
}

export class Crowd {
  readonly #people: Visitor[] = [];

  /** So many customers who wait for a person, in as many conversations. */
  static async open(url: string, botId: number, count: number): Promise<Crowd> {
    const crowd = new Crowd();
    let left = count;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (left > 0) {
          left -= 1;
          crowd.#people.push(await openVisitor(url, botId));
        }
      }),
    );
    return crowd;
  }

  get conversationIds(): string[] {
    return this.#people.map(({ conversationId }) => conversationId);
  }

  /**
   * Everybody writes for so long.
   * @param each milliseconds between two messages of one customer, at least
   */
  async write(seconds: number, each: number = FASTEST): Promise<Answers> {
    const answers: Answers = { delays: [], mids: [] };
    const end = performance.now() + seconds * 1_000;
    const every = Math.max(each, FASTEST);
    await Promise.all(
      this.#people.map(async ({ socket }, index) => {
        // Spread over the first interval, not all in one instant.
        await pause((every * index) / this.#people.length);
        while (performance.now() < end) {
          const sent = performance.now();
          answers.mids.push(await say(socket, '¿Sigue disponible?'));
          answers.delays.push(performance.now() - sent);
          await pause(Math.max(0, sent + every - performance.now()));
        }
      }),
    );
    return answers;
  }

  close(): void {
    for (const { socket } of this.#people) socket.disconnect();
  }
}
