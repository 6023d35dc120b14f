/**
 * What changed outside the inbox, and what may have changed unheard (docs/protocol.md 'Live outside the inbox'): the
 * tabs ask again what they show of it. They hear it as query keys: `topic/{botId}/{topic}`, and `topic/{botId}/*`
 * where nobody knows what changed.
 */
import type { LiveEvent } from '../../../contract/realtime/agent-socket.ts';

type Data<N extends LiveEvent['name']> = Extract<LiveEvent, { name: N }>['data'];

/** One bot on the present socket. */
interface Heard {
  /** The last number that is explained; null: none is known yet. */
  known: number | null;
  /** A STALE came that named no number, as other servers may say it. */
  unnumbered: boolean;
}

/** Which queries of tabs a STALE of the server names. */
export class StaleTopics {
  readonly #tell: (queries: string[]) => void;
  readonly #bots = new Map<number, Heard>();
  /** Bots that were joined before, on another socket. */
  readonly #known = new Set<number>();

  constructor(tell: (queries: string[]) => void) {
    this.#tell = tell;
  }

  /** The server tells this socket of the bot from now on: what changed before was not heard. */
  joined(botId: number): void {
    this.#bots.set(botId, { known: null, unnumbered: false });
    // What the tabs began with is as young as this hub.
    this.#tell(this.#known.has(botId) ? [`topic/${botId}/*`, 'places'] : [`topic/${botId}/*`]);
    this.#known.add(botId);
  }

  /** STALE. */
  stale({ bot_id, topics, live }: Data<'STALE'>): void {
    const heard = this.#bots.get(bot_id);
    if (heard && live === undefined) heard.unnumbered = true;
    if (heard && live !== undefined) heard.known = Math.max(heard.known ?? 0, live);
    if (topics.length > 0) this.#tell(topics.map((topic) => `topic/${bot_id}/${topic}`));
  }

  /** HEAD. */
  head({ bot_id, live, told }: Data<'HEAD'>): void {
    const heard = this.#bots.get(bot_id);
    const number = told ?? live;
    // A server of before these numbers says none.
    if (!heard || number === undefined) return;
    const { known } = heard;
    const unnumbered = told === undefined && heard.unnumbered && known !== null && known < number;
    const explained = known === null || known === number || unnumbered;
    heard.known = number;
    heard.unnumbered = false;
    if (!explained) this.#tell([`topic/${bot_id}/*`]);
  }

  /** The socket is gone. */
  closed(): void {
    this.#bots.clear();
  }
}
