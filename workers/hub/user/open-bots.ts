/** The bots that are open: one that is wanted by nobody any longer stays open a while, because people go back and forth. */
import type { BotParts } from '../bot/bot-parts.ts';
import type { Clock, Timer } from '../platform/platform.ts';

const LINGER = 30_000;

interface OpenBotsHost {
  clock: Clock;
  open(botId: number): BotParts;
  /** Bots that tabs show, or that something of the outbox waits for. */
  wanted(): ReadonlySet<number>;
  /** It was let go of. */
  closed(parts: BotParts): void;
}

/** The bots that are open. */
export class OpenBots {
  readonly bots = new Map<number, BotParts>();
  readonly #host: OpenBotsHost;
  readonly #closing = new Map<number, Timer>();

  constructor(host: OpenBotsHost) {
    this.#host = host;
  }

  /** Opens the bots that are wanted and lets go of the others after a while. */
  sync(): void {
    const { clock } = this.#host;
    const wanted = this.#host.wanted();
    for (const botId of wanted) if (!this.bots.has(botId)) this.bots.set(botId, this.#host.open(botId));
    for (const botId of this.bots.keys()) {
      const timer = this.#closing.get(botId);
      if (wanted.has(botId)) {
        if (timer !== undefined) clock.clearTimeout(timer);
        this.#closing.delete(botId);
      } else if (timer === undefined) {
        this.#closing.set(
          botId,
          clock.setTimeout(() => this.#close(botId), LINGER),
        );
      }
    }
  }

  /** Nothing is let go of any more. */
  stop(): void {
    for (const timer of this.#closing.values()) this.#host.clock.clearTimeout(timer);
  }

  #close(botId: number): void {
    this.#closing.delete(botId);
    const parts = this.bots.get(botId);
    if (!parts || this.#host.wanted().has(botId)) return;
    this.bots.delete(botId);
    this.#host.closed(parts);
  }
}
