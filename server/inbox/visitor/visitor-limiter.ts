/**
 * How much of a bot's visitors one process takes on at a time: so many open chats, and so many messages that are being
 * worked on or wait for it. Limits per socket stop one script; these stop a thousand of them from filling memory and the
 * database's queue. What is scarce goes round by address: an address that holds much yields first, so that nobody hears
 * 'too many' because of another address.
 *
 *   a chat comes to a full bot ──▶ a silent chat of the address that holds the most is closed for it
 *   a message comes to a full bot ──▶ the last waiting one of the address that has the most waiting is refused for it
 *
 * New visitors and messages of an address are counted by the minute besides, by all processes together, where the
 * address is known (client-address.ts). Behind one address may be an office, so the refusal falls on those who cause it:
 * whose conversation began a while ago is no newcomer and writes at their own pace, whatever comes from their address
 * otherwise; newcomers, and chats that write faster than people do, share what the address has.
 */
import type { Clock } from '../../platform/clock.ts';
import { FairQueue } from '../../platform/fair-queue.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { CreateSharedLimit, Limit } from '../../platform/limits/limiter.ts';
import { REFUSALS } from '../visitor-words/es.ts';

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
  /** New visitors of one address at a bot, and messages of its newcomers, in a minute. */
  newVisitors: number;
  messagesInMinute: number;
  /** Messages of one who is no newcomer in a minute; more count as the address'. */
  ownMessagesInMinute: number;
}

const STANDARD: VisitorLimits = {
  chats: 5_000,
  chatsOfAddress: 500,
  messages: 500,
  messagesOfAddress: 100,
  atOnce: 16,
  newVisitors: 60,
  messagesInMinute: 1_200,
  ownMessagesInMinute: 15,
};

/** Somebody who is turned away may try again then: what waits is worked off in about that time. Seconds. */
const AGAIN = 3;
/** A chat in which nothing was written yields after this to an address that holds as many. Milliseconds. */
const SILENT = 60_000;
/** One in which something was written yields after this to an address that holds fewer. Milliseconds. */
const RESTING = 5 * 60_000;
/** Nobody is a newcomer for longer after their first conversation began: the limits' window. Milliseconds. */
const NEWCOMER = 60_000;

/** From where a socket comes. */
export interface Origin {
  /** Who shares what: the client's address, or where that is not known the socket itself. */
  address: string;
  /** Whether it is a client's address, and so may be counted over time. */
  known: boolean;
}

/** Who writes. */
export interface Writer {
  /** The visitor's id. */
  id: string;
  /** Nobody has written them down yet: their message makes a visitor. */
  isNew: boolean;
  /** When their first conversation began; null: they have none. Milliseconds. */
  since: number | null;
}

/** A chat that is let in. */
export interface AdmittedChat {
  /** Something was written in it. */
  spoke(): void;
  /** It is gone. */
  leave(): void;
}

interface Chat {
  address: string;
  since: number | null;
  /** When it came, or was written in last. Milliseconds. */
  at: number;
  spoke: boolean;
  close: () => void;
}

interface Message {
  address: string;
  writer: string;
  newcomer: boolean;
  waiting: boolean;
  giveUp: AbortController;
}

const full = (message: string): Refused => new Refused('too_many', { message, retryAfterSeconds: AGAIN });

const crowded = () => full(REFUSALS.crowded);

/**
 * Which of an address' waiting messages yields to one more of it: a newcomer's to one of somebody else, else the last of
 * who has the most waiting. @throws Refused too_many when the next one has to
 */
function yielding(waiting: readonly Message[], next: Message): Message {
  const newcomers = waiting.filter(({ newcomer }) => newcomer);
  if (!next.newcomer && newcomers.length > 0) return newcomers.at(-1) as Message;
  const alike = waiting.filter(({ newcomer }) => newcomer === next.newcomer);
  const of = (writer: string) => alike.filter((message) => message.writer === writer).length;
  const last = alike.findLast(({ writer }) => of(writer) > of(next.writer) + 1);
  if (!last) throw crowded();
  return last;
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
  readonly #ownMessages: Limit;
  /** By bot; the oldest first. */
  readonly #chats = new Map<number, Set<Chat>>();
  readonly #messages = new Map<number, { all: Set<Message>; turns: FairQueue }>();

  constructor(app: { clock: Clock; sharedLimit: CreateSharedLimit }, most: Partial<VisitorLimits> = {}) {
    this.#most = { ...STANDARD, ...most };
    this.#clock = app.clock;
    this.#newVisitors = app.sharedLimit('visitors.new', this.#most.newVisitors, 60);
    this.#messagesInMinute = app.sharedLimit('visitors.messages', this.#most.messagesInMinute, 60);
    this.#ownMessages = app.sharedLimit('visitors.own', this.#most.ownMessagesInMinute, 60);
  }

  /**
   * A chat opens. @throws Refused too_many when the bot is full and nobody yields
   * @param since when the visitor's first conversation began; null: they have none
   * @param close ends another chat's socket for it; that one's `leave` follows, at once or later
   */
  enter(botId: number, { address }: Origin, since: number | null, close: () => void): AdmittedChat {
    const chats = this.#chats.get(botId) ?? new Set<Chat>();
    const own = countOf(chats, address);
    if (own >= this.#most.chatsOfAddress) this.#makeRoom(botId, chats, this.#giving(chats, address, since));
    else if (chats.size >= this.#most.chats) this.#makeRoom(botId, chats, this.#yielding(chats, own));
    const chat: Chat = { address, since, at: this.#now(), spoke: false, close };
    this.#chats.set(botId, chats.add(chat));
    return {
      spoke: () => {
        chat.spoke = true;
        chat.at = this.#now();
      },
      leave: () => this.#leave(botId, chat),
    };
  }

  /** Takes a message on. @throws Refused too_many, or what the work throws */
  async message<T>(botId: number, origin: Origin, writer: Writer, work: () => Promise<T>): Promise<T> {
    const newcomer = this.#isNewcomer(writer.since);
    if (origin.known && (newcomer || !(await this.#ownMessages.allows(writer.id)))) {
      await this.#messagesInMinute.take(`${botId} ${origin.address}`);
      if (writer.isNew) await this.#newVisitors.take(`${botId} ${origin.address}`);
    }
    const of = this.#messages.get(botId) ?? {
      all: new Set<Message>(),
      turns: new FairQueue({ places: this.#most.atOnce }),
    };
    this.#messages.set(botId, of);
    const message: Message = {
      address: origin.address,
      writer: writer.id,
      newcomer,
      waiting: true,
      giveUp: new AbortController(),
    };
    this.#makeWay(of.all, message);
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

  #isNewcomer(since: number | null): boolean {
    return since === null || this.#now() - since < NEWCOMER;
  }

  #leave(botId: number, chat: Chat): void {
    const chats = this.#chats.get(botId);
    chats?.delete(chat);
    if (chats?.size === 0) this.#chats.delete(botId);
  }

  /** Closes the first of those that may be closed: silent ones before resting ones. */
  #makeRoom(botId: number, chats: Set<Chat>, candidates: readonly Chat[]): void {
    const chat = candidates.find(({ spoke }) => !spoke) ?? candidates[0];
    if (!chat) throw full(REFUSALS.chatFull);
    chats.delete(chat);
    chat.close();
    this.#leave(botId, chat);
  }

  /** Those of an address that yield to one more of it: quiet ones, and to who is no newcomer any newcomer. */
  #giving(chats: ReadonlySet<Chat>, address: string, since: number | null): Chat[] {
    const rested = this.#now() - RESTING;
    const others = [...chats].filter((chat) => chat.address === address);
    const quiet = others.filter((chat) => !chat.spoke || chat.at < rested);
    if (quiet.length > 0 || this.#isNewcomer(since)) return quiet;
    return others.filter((chat) => this.#isNewcomer(chat.since));
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

  /** Room for one more message. */
  #makeWay(all: ReadonlySet<Message>, next: Message): void {
    const { address } = next;
    const waiting = [...all].filter((message) => message.waiting && !message.giveUp.signal.aborted);
    const own = countOf(all, address);
    if (own >= this.#most.messagesOfAddress) {
      yielding(
        waiting.filter((message) => message.address === address),
        next,
      ).giveUp.abort(crowded());
      return;
    }
    if (all.size < this.#most.messages) return;
    const held = counts(waiting);
    const [biggest, count] = [...held].sort(([, one], [, other]) => other - one)[0] ?? ['', 0];
    if (count <= own + 1) throw crowded();
    const theirs = waiting.filter((message) => message.address === biggest);
    (theirs.findLast(({ newcomer }) => newcomer) ?? theirs.at(-1))?.giveUp.abort(crowded());
  }
}
