/**
 * Messages of a bot's customers that wait anyway are taken in one transaction: every one of them needs the bot's lock,
 * and a commit costs as much as what is committed.
 *
 *   first ─▶ alone ─────────▶ committed
 *   meanwhile: a, b, c ……… ─▶ together ─▶ committed
 *                                 ├─ what may move its conversation: alone, afterwards
 *                                 └─ one is refused: each alone
 *
 * Each customer's are in order: one group has at most one of each, and nobody is in two that are on their way.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { App } from '../../platform/app.ts';
import { inRequest, noteEvents, workers } from '../../platform/request-scope.ts';
import { type InCompany, type Received, type ReceivedMessage, receiveTogether } from './receive-message.ts';

/** So many in one transaction: others wait for it, for the bot's row and for the embedded engine's one connection. */
const AT_MOST = 16;

interface Waiting {
  received: ReceivedMessage;
  alone: () => Promise<Received>;
  /** @param events what was appended in company, which nobody's packet has noted */
  settle: (taken: Promise<Received>, events?: readonly string[]) => void;
}

interface Line {
  waiting: Waiting[];
  /** Transactions on their way. */
  busy: number;
  /** Whose messages they are: the next of theirs would otherwise be taken by whichever gets the bot first. */
  underWay: Set<string>;
}

export class MessageGroups {
  readonly #app: App;
  readonly #lines = new Map<number, Line>();
  /** While one is committed, a real server can take the next. */
  readonly #atOnce: number;

  constructor(app: App) {
    this.#app = app;
    this.#atOnce = app.db.kind === 'pglite' ? 1 : 2;
  }

  /**
   * Takes a message alone or in company, as if alone.
   * @param alone takes it by itself, with whatever it throws
   */
  async take(received: ReceivedMessage, alone: () => Promise<Received>): Promise<Received> {
    const { botId } = received.who;
    const line = this.#lines.get(botId) ?? { waiting: [], busy: 0, underWay: new Set() };
    this.#lines.set(botId, line);
    const { taken, events } = await new Promise<{ taken: Promise<Received>; events: readonly string[] }>(
      (resolve) => {
        line.waiting.push({
          received,
          // What it writes is this packet's, whoever begins it.
          alone: AsyncLocalStorage.bind(alone),
          settle: (taken, events = []) => resolve({ taken, events }),
        });
        this.#next(botId, line);
      },
    );
    noteEvents(events);
    return taken;
  }

  #next(botId: number, line: Line): void {
    while (line.busy < this.#atOnce && line.waiting.length > 0) {
      const group = nextGroup(line);
      if (group.length === 0) return;
      line.busy += 1;
      for (const { received } of group) line.underWay.add(received.who.id);
      const done = () => {
        line.busy -= 1;
        for (const { received } of group) line.underWay.delete(received.who.id);
        this.#next(botId, line);
      };
      // It works for all of them, and belongs to no one's packet.
      void inRequest(this.#app.ids(), workers.visitors(botId), () => this.#run(botId, group)).then(
        done,
        done,
      );
    }
    if (line.busy === 0 && line.waiting.length === 0) this.#lines.delete(botId);
  }

  /** Settles each of them, and never rejects. */
  async #run(botId: number, group: readonly Waiting[]): Promise<void> {
    const taken = group.length > 1 ? await this.#together(botId, group) : [];
    for (const [place, { alone, settle }] of group.entries()) {
      const one = taken[place];
      if (one) {
        settle(Promise.resolve(one.received), one.events);
        continue;
      }
      const taking = alone();
      settle(taking);
      // Whoever wrote it hears of a failure.
      await taking.catch(() => undefined);
    }
  }

  /** @returns nothing for what is to be taken alone */
  async #together(botId: number, group: readonly Waiting[]): Promise<(InCompany | null)[]> {
    const list = group.map(({ received }) => received);
    try {
      return await this.#app.db.transaction((tx) => receiveTogether(tx, this.#app, botId, list), {
        retries: 3,
      });
    } catch (error) {
      // Each hears for itself what of it was its own.
      this.#app.log.debug({ err: error, botId, messages: list.length }, 'Messages are taken one by one');
      return [];
    }
  }
}

/** Takes from the line what may travel together, in the order of the visitors' ids. */
function nextGroup(line: Line): Waiting[] {
  const group = new Map<string, Waiting>();
  const left: Waiting[] = [];
  for (const one of line.waiting) {
    const { id } = one.received.who;
    if (group.size < AT_MOST && !group.has(id) && !line.underWay.has(id)) group.set(id, one);
    else left.push(one);
  }
  line.waiting = left;
  return [...group.values()].sort((a, b) => (a.received.who.id < b.received.who.id ? -1 : 1));
}
