/**
 * What arrives for one person, from the socket and from the rooms: each part hears what concerns it, and tabs of what they
 * show.
 *
 *   socket ─frame─▶ received ─▶ the bot's room ─▶ changed, applied
 *                       └─ live events that are in no log ─▶ stale topics, products, typing, the tabs
 */
import type { LiveEvent } from '../../../contract/realtime/agent-socket.ts';
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import type { Changes } from '../../../machines/inbox/inbox-state.ts';
import type { BotParts } from '../bot/bot-parts.ts';
import { noteFrames } from '../bot/open-bot.ts';
import { touchedBy } from '../bot/views.ts';
import type { ReadFrame } from '../connection/frames.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Topic } from '../surface/topics.ts';
import type { Products } from './products.ts';
import { liveInBot, readSocket } from './socket-frames.ts';
import type { StaleQueries } from './stale-queries.ts';
import type { StaleTopics } from './stale-topics.ts';
import type { UserHost } from './user-host.ts';

interface ArrivalsParts {
  host: UserHost;
  bots: ReadonlyMap<number, BotParts>;
  stale: StaleQueries;
  topics: StaleTopics;
  products: Products;
  outbox: Outbox;
  /** The person's id. */
  me(): number;
  /** Loads a topic that somebody shows. */
  ensure(topic: Topic): void;
}

/** Hands what arrives to the part that it concerns. */
export class Arrivals {
  readonly #parts: ArrivalsParts;

  constructor(parts: ArrivalsParts) {
    this.#parts = parts;
  }

  /** A frame of the socket with its one argument. */
  received(name: string, argument: unknown): void {
    const read = readSocket(name, argument);
    if (read.frames) this.#receive(read.frames);
    if (read.live) this.#live(read.live);
  }

  /** A room's fold changed. */
  changed(botId: number, changes: Changes | 'everything'): void {
    if (changes === 'everything') {
      this.#parts.bots.get(botId)?.supervision.replaced();
      this.#parts.host.mark((topic) => 'botId' in topic && topic.botId === botId);
      return;
    }
    const parts = this.#parts.bots.get(botId);
    const { cards, lost } = changes;
    for (const id of lost) parts?.pages.lost(id);
    for (const id of cards) if (!lost.has(id)) parts?.pages.found(id);
    this.#parts.host.mark(touchedBy(botId, changes), cards.size);
    if (cards.size === 0) return;
    // A conversation that came (back) into sight is loaded if it is shown.
    for (const topic of this.#parts.host.shown()) {
      if ('conversationId' in topic && 'botId' in topic && cards.has(topic.conversationId))
        this.#parts.ensure(topic);
    }
  }

  /** A room applied frames of the log. @param live as they happened; false: from a replay */
  applied(botId: number, frames: readonly LoggedFrame[], live: boolean): void {
    const parts = this.#parts.bots.get(botId);
    if (!parts) return;
    noteFrames(parts, frames);
    for (const frame of frames) {
      this.#parts.host.applied(frame, parts.room, live);
      this.#parts.stale.frame(frame);
      if (frame.name === 'NEW_MESSAGE' && frame.data.message) this.#parts.outbox.folded(frame.data.message);
    }
  }

  #receive(read: readonly ReadFrame[]): void {
    for (const botId of new Set(read.map(({ frame }) => frame.bot_id))) {
      this.#parts.bots.get(botId)?.room.receive(read.filter(({ frame }) => frame.bot_id === botId));
    }
  }

  #live(event: LiveEvent): void {
    // Somebody's role changed: what the tabs let them do is asked again.
    if (event.name === 'RESET') this.#parts.host.stale(['places', 'notifications']);
    if (event.name === 'HEAD') this.#parts.topics.head(event.data);
    if (event.name === 'STALE') {
      this.#parts.topics.stale(event.data);
      return;
    }
    if (event.name === 'LOAD_PRODUCTS') {
      this.#parts.products.heard(event.data.bot_id, event.data.progress);
      return;
    }
    const parts = 'bot_id' in event.data ? this.#parts.bots.get(event.data.bot_id) : undefined;
    if (
      !parts ||
      !liveInBot(event, parts, this.#parts.me(), (changes) => this.changed(parts.room.botId, changes))
    ) {
      this.#parts.host.liveEvent(event);
    }
    if (event.name === 'HEAD' && parts?.room.isAt(event.data.seq)) this.#parts.host.caughtUp();
  }
}
