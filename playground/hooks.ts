/** Sends webhooks as Meta does: signed over the raw bytes, tried again until they are answered 200; spoiled on demand. */
import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Faults, use } from './faults.ts';

export interface HookTarget {
  url: string;
  appSecret: string;
}

/** Milliseconds between the tries of a hook that was not answered 200. */
const AGAIN = [200, 500, 1_000, 2_000, 5_000, 15_000, 60_000];

export class Hooks {
  readonly #faults: Faults;
  readonly #under = new Set<Promise<unknown>>();
  #waiting: { target: HookTarget; body: string }[] = [];
  #flush: NodeJS.Timeout | undefined;
  #closed = false;
  /** What was answered to each delivery, in order. */
  readonly answers: number[] = [];
  /** Every body that left or was dropped. */
  readonly sent: string[] = [];

  constructor(faults: Faults) {
    this.#faults = faults;
  }

  /** Queues one delivery. */
  send(target: HookTarget, payload: unknown): void {
    this.#waiting.push({ target, body: JSON.stringify(payload) });
    this.#flush ??= setTimeout(() => this.#leave(), this.#faults.hookDelay);
  }

  /** Resolves when nothing is waiting or under way. */
  async idle(): Promise<void> {
    while (this.#flush || this.#under.size > 0) {
      if (this.#under.size > 0) await Promise.all(this.#under);
      else await delay(5);
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#flush);
    this.#flush = undefined;
  }

  #leave(): void {
    this.#flush = undefined;
    const batch = this.#waiting;
    this.#waiting = [];
    if (this.#faults.double) batch.push(...batch.map((one) => ({ ...one })));
    if (this.#faults.reorder) shuffle(batch);
    // One after the other as they are, all at once where order does not count.
    const work = this.#faults.reorder
      ? Promise.all(batch.map((one) => this.#deliver(one.target, one.body)))
      : (async () => {
          for (const one of batch) await this.#deliver(one.target, one.body);
        })();
    const ended = work.finally(() => this.#under.delete(ended));
    this.#under.add(ended);
  }

  async #deliver(target: HookTarget, body: string): Promise<void> {
    this.sent.push(body);
    if (use(this.#faults, 'drop')) return;
    for (const wait of AGAIN) {
      if (this.#closed) return;
      const status = await this.post(target, body);
      if (status === 200) return;
      // What is refused for good is not mended by asking again.
      if (status === 401 || status === 413) return;
      await delay(wait, undefined, { ref: false });
    }
  }

  /** One POST, as it is. @returns its status; 0: nobody answered */
  async post(
    target: HookTarget,
    body: string | Buffer,
    signature = sign(target.appSecret, body),
  ): Promise<number> {
    try {
      const response = await fetch(target.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
        body: body as string,
      });
      await response.arrayBuffer();
      this.answers.push(response.status);
      return response.status;
    } catch {
      // Nobody listens there now: the next try may meet somebody.
      this.answers.push(0);
      return 0;
    }
  }
}

/** `X-Hub-Signature-256` of a body. */
export function sign(appSecret: string, body: string | Buffer): string {
  return `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
}

function shuffle(list: unknown[]): void {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [list[at], list[other]] = [list[other], list[at]];
  }
}
