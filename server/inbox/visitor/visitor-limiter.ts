/**
 * How much of a bot's visitors one process takes on at a time: so many open chats, and so many messages that are being
 * worked on or wait for it. Limits per socket stop one script; these stop a thousand of them from filling memory and the
 * database's queue. What is scarce goes round by address: an address that holds much yields first, so that nobody is told
 * 'too many' because of another address.
 *
 *   a chat comes to a full bot ──▶ a silent chat of the address that holds the most is closed for it
 *   a message comes to a full bot ──▶ the last waiting one of the address that has the most waiting is refused for it
 *
 * New visitors and messages of an address are counted by the minute besides, by all processes together, where the
 * address is known (client-address.ts).
 */
import type { Clock } from '../../platform/clock.ts';
import { FairQueue } from '../../platform/fair-queue.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { CreateSharedLimit, Limit } from '../../platform/limiter.ts';

export interface VisitorLimits {
  /** Chats of a bot in one process: some kilobytes each, and far more than any shop has open. */
  chats: number;
  /** Of one address at a bot: an office, a campus, a mobile network's exit. */
  chatsOfAddress: number;
  /** Messages of a bot under way: at the slowest database's pace still an answer within seconds. */
  messages: number;
  /** Of one address. */
  messagesOfAddress: number;
  /** Worked on at once; the others wait by turns of their addresses. */
  atOnce: number;
  /** New visitors of one address at a bot, and messages, in a minute. */
  newVisitors: number;
  messagesInMinute: number;
}

const STANDARD: VisitorLimits = {
  chats: 5_000,
  chatsOfAddress: 500,
  messages: 500,
  messagesOfAddress: 100,
  atOnce: 16,
  newVisitors: 60,
  messagesInMinute: 1_200,
};

/** Whoever is turned away may try again then: what waits is worked off in about that time. Seconds. */
const AGAIN = 3;
/** A chat in which nothing was written yields after this to an address that holds as many. Milliseconds. */
const SILENT = 60_000;
/** One in which something was written yields after this to an address that holds fewer. Milliseconds. */
const RESTING = 5 * 60_000;

/** From where a socket comes. */
export interface Origin {
  /** Who shares what: the client's address, or where that is not known the socket itself. */
  address: string;
  /** Whether it is a client's address, and so may be counted over time. */
  known: boolean;
}

/** A chat that is let in. */
export interface Seat {
  /** Something was written in it. */
  spoke(): void;
  /** It is gone. */
  leave(): void;
}

interface Chat {
  address: string;
  /** When it came, or was written in last. Milliseconds. */
  at: number;
  spoke: boolean;
  close: () => void;
}

interface Message {
  address: string;
  waiting: boolean;
  giveUp: AbortController;
}

function full(what: string): Refused {
  return new Refused('too_many', {
    message: `${what} Inténtalo nuevamente en unos segundos.`,
    retryAfterSeconds: AGAIN,
  });
}

const countOf = (all: Iterable<{ address: string }>, address: string): number => {
  let count = 0;
  for (const one of all) if (one.address === address) count += 1;
  return count;
};

/** How many each address has. */
function counts(all: Iterable<{ address: string }>): Map<string, number> {
  const found = new Map<string, number>();
  for (const { address } of all) found.set(address, (found.get(address) ?? 0) + 1);
  return found;
}

export class VisitorLimiter {
  readonly #most: VisitorLimits;
  readonly #clock: Clock;
  readonly #newVisitors: Limit;
  readonly #messagesInMinute: Limit;
  /** By bot; the oldest first. */
  readonly #chats = new Map<number, Set<Chat>>();
  readonly #messages = new Map<number, { all: Set<Message>; turns: FairQueue }>();

  constructor(app: { clock: Clock; sharedLimit: CreateSharedLimit }, most: Partial<VisitorLimits> = {}) {
    this.#most = { ...STANDARD, ...most };
    this.#clock = app.clock;
    this.#newVisitors = app.sharedLimit('visitors.new', this.#most.newVisitors, 60);
    this.#messagesInMinute = app.sharedLimit('visitors.messages', this.#most.messagesInMinute, 60);
  }

  /**
   * A chat opens. @throws Refused too_many when the bot is full and nobody yields
   * @param close ends another chat's socket for it; that one's `leave` follows, at once or later
   */
  enter(botId: number, { address }: Origin, close: () => void): Seat {
    const chats = this.#chats.get(botId) ?? new Set<Chat>();
    const own = countOf(chats, address);
    if (own >= this.#most.chatsOfAddress) this.#makeRoom(botId, chats, this.#quiet(chats, address));
    else if (chats.size >= this.#most.chats) this.#makeRoom(botId, chats, this.#yielding(chats, own));
    const chat: Chat = { address, at: this.#now(), spoke: false, close };
    this.#chats.set(botId, chats.add(chat));
    return {
      spoke: () => {
        chat.spoke = true;
        chat.at = this.#now();
      },
      leave: () => this.#leave(botId, chat),
    };
  }

  /**
   * Takes a message on. @throws Refused too_many, or what the work throws
   * @param isNew whether it makes a visitor
   */
  async message<T>(botId: number, origin: Origin, isNew: boolean, work: () => Promise<T>): Promise<T> {
    if (origin.known) {
      await this.#messagesInMinute.take(`${botId} ${origin.address}`);
      if (isNew) await this.#newVisitors.take(`${botId} ${origin.address}`);
    }
    const of = this.#messages.get(botId) ?? {
      all: new Set<Message>(),
      turns: new FairQueue({ places: this.#most.atOnce }),
    };
    this.#messages.set(botId, of);
    this.#makeWay(of.all, origin.address);
    const message: Message = { address: origin.address, waiting: true, giveUp: new AbortController() };
    of.all.add(message);
    try {
      return await of.turns.run(
        origin.address,
        () => {
          message.waiting = false;
          return work();
        },
        message.giveUp.signal,
      );
    } finally {
      of.all.delete(message);
      if (of.all.size === 0) this.#messages.delete(botId);
    }
  }

  #now(): number {
    return this.#clock.now().getTime();
  }

  #leave(botId: number, chat: Chat): void {
    const chats = this.#chats.get(botId);
    chats?.delete(chat);
    if (chats?.size === 0) this.#chats.delete(botId);
  }

  /** Closes the first of those that may be closed: silent ones before resting ones. */
  #makeRoom(botId: number, chats: Set<Chat>, candidates: readonly Chat[]): void {
    const chat = candidates.find(({ spoke }) => !spoke) ?? candidates[0];
    if (!chat) throw full('Hay demasiadas personas en este chat.');
    chats.delete(chat);
    chat.close();
    this.#leave(botId, chat);
  }

  /** Those of an address that yield to one more of it. */
  #quiet(chats: ReadonlySet<Chat>, address: string): Chat[] {
    const rested = this.#now() - RESTING;
    return [...chats].filter((chat) => chat.address === address && (!chat.spoke || chat.at < rested));
  }

  /** Those that yield to an address that holds `own`: of the address that holds the most first, the oldest first. */
  #yielding(chats: ReadonlySet<Chat>, own: number): Chat[] {
    const now = this.#now();
    const held = counts(chats);
    const of = (chat: Chat) => held.get(chat.address) ?? 0;
    return [...chats]
      .filter((chat) => {
        const more = of(chat) > own + 1;
        const quiet = now - chat.at;
        return chat.spoke ? more && quiet > RESTING : more || quiet > SILENT;
      })
      .sort((one, other) => of(other) - of(one));
  }

  /** Room for one more message of an address. */
  #makeWay(all: ReadonlySet<Message>, address: string): void {
    const crowded = () => full('Hay muchas personas escribiendo ahora.');
    const own = countOf(all, address);
    if (own >= this.#most.messagesOfAddress) throw crowded();
    if (all.size < this.#most.messages) return;
    const waiting = [...all].filter((message) => message.waiting && !message.giveUp.signal.aborted);
    const held = counts(waiting);
    const [biggest, count] = [...held].sort(([, one], [, other]) => other - one)[0] ?? ['', 0];
    if (count <= own + 1) throw crowded();
    waiting.findLast((message) => message.address === biggest)?.giveUp.abort(crowded());
  }
}
