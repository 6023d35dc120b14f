/**
 * Who looks at a conversation, and who types in it: relayed, never logged, and only to those who see it. Each process
 * says who of its own sockets looks where, and puts together what all of them said.
 */

import type { Viewer } from '../../../contract/entities/user.ts';
import { allows } from '../../../contract/permissions.ts';
import { ticketOfThread } from '../../../contract/rules/tickets.ts';
import { SERVER_LIMITS } from '../../../contract/server-limits.ts';
import type { SightFacts } from '../../../machines/inbox/sight.ts';
import { sees } from '../../../machines/inbox/sight.ts';
import { findLink, viewerOf } from '../../access/links.ts';
import type { App } from '../../platform/app.ts';
import type { BusMessages } from '../../platform/bus.ts';
import { sql } from '../../platform/database/database.ts';

interface Looker {
  socketId: string;
  userId: number;
  name: string;
}
/** A person who sees the whole bot watches what is not theirs as a supervisor. */
interface Watcher extends Looker {
  oversees: boolean;
}

interface Looked {
  botId: number;
  conversationId: string;
}

/** A process that has said nothing for this long is gone, and those who looked through it. Milliseconds. */
const SILENCE = 4 * SERVER_LIMITS.head;

type Told = BusMessages['looking'];
type ToViewers = (botId: number, facts: SightFacts, name: string, data: unknown) => void;

export class LookingOn {
  readonly #app: App;
  readonly #toViewers: ToViewers;
  readonly #processId: string;
  /** What each process said last, by conversation and process. */
  readonly #told = new Map<string, Map<string, Told & { at: number }>>();
  /** By conversation. */
  readonly #lookers = new Map<string, Watcher[]>();
  /** What each socket looks at, by socket and bot. */
  readonly #looked = new Map<string, Map<number, Looked>>();
  /** One change of what a socket looks at after the other: the tail of what is waited for. */
  readonly #turns = new Map<string, Promise<unknown>>();

  /** @param toViewers sends to the sockets of this process that see a conversation in this condition */
  constructor(app: App, toViewers: ToViewers) {
    this.#app = app;
    this.#toViewers = toViewers;
    this.#processId = app.ids();
  }

  /** A socket shows a conversation of a bot, or none. Ignored for what this person does not see. */
  viewing(looker: Looker, botId: number, conversationId: string | null): Promise<void> {
    return this.#inTurn(looker.socketId, () => this.#view(looker, botId, conversationId));
  }

  async #view(looker: Looker, botId: number, conversationId: string | null): Promise<void> {
    const mine = this.#looked.get(looker.socketId) ?? new Map<number, Looked>();
    const before = mine.get(botId);
    if (before?.conversationId === conversationId) return;
    if (before) await this.#remove(looker.socketId, before);
    if (conversationId === null) return;
    const seen = await this.#seenFacts(looker.userId, botId, conversationId);
    if (!seen) return;
    const looked = { botId, conversationId };
    this.#looked.set(looker.socketId, mine.set(botId, looked));
    const watcher = { ...looker, oversees: seen.viewer.base === 'administrador' };
    this.#lookers.set(conversationId, [...(this.#lookers.get(conversationId) ?? []), watcher]);
    this.#say(looked);
  }

  /**
   * Who looks at what of a bot now, as far as this viewer sees it: for a socket that has just come.
   * @param tell gets the data of one VIEWING each
   */
  async greet(botId: number, viewer: Viewer, tell: (data: object) => void): Promise<void> {
    const looked = [...this.#told].flatMap(([id, said]) =>
      [...said.values()].some((told) => told.botId === botId) ? [id] : [],
    );
    if (looked.length === 0) return;
    const tickets = looked.filter((id) => ticketOfThread(id) !== null);
    for (const id of tickets) {
      const facts = await this.#facts(botId, id);
      if (facts && sees(viewer, facts) && this.#told.has(id)) tell(this.#viewing(botId, id, facts));
    }
    const rows = await this.#app.db.query<SightFacts & { id: string }>(sql`
      select id, state, category, agent_id from conversations
      where id = any(${looked}::text[]) and bot_id = ${botId}`);
    for (const { id, ...facts } of rows) {
      // Left while the facts were read: the word about that is on its way.
      if (sees(viewer, facts) && this.#told.has(id)) tell(this.#viewing(botId, id, facts));
    }
  }

  /** Somebody types in a conversation that they see. */
  async typing(looker: Looker, botId: number, conversationId: string): Promise<void> {
    const seen = await this.#seenFacts(looker.userId, botId, conversationId);
    if (!seen) return;
    const { facts } = seen;
    const { bus } = this.#app;
    bus.publish('toViewers', {
      botId,
      facts,
      name: 'TYPING',
      data: { bot_id: botId, conversation_id: conversationId, who: 'agent', name: looker.name },
      exceptSocket: looker.socketId,
    });
    bus.publish('agentTyping', { botId, conversationId, agent: { id: looker.userId, name: looker.name } });
  }

  /** A socket has left a bot: it looks at nothing there any more. */
  leave(socketId: string, botId: number): Promise<void> {
    return this.#inTurn(socketId, async () => {
      const looked = this.#looked.get(socketId)?.get(botId);
      if (looked) await this.#remove(socketId, looked);
    });
  }

  /** A socket is gone. */
  forget(socketId: string): Promise<void> {
    return this.#inTurn(socketId, async () => {
      const mine = [...(this.#looked.get(socketId)?.values() ?? [])];
      for (const looked of mine) await this.#remove(socketId, looked);
      this.#looked.delete(socketId);
    });
  }

  /** Without it, somebody who leafs quickly would stay where they only passed. */
  #inTurn(socketId: string, work: () => Promise<void>): Promise<void> {
    const next = (this.#turns.get(socketId) ?? Promise.resolve()).then(work, work);
    const settled = next.then(
      () => undefined,
      () => undefined,
    );
    this.#turns.set(socketId, settled);
    void settled.then(() => {
      if (this.#turns.get(socketId) === settled) this.#turns.delete(socketId);
    });
    return next;
  }

  async #remove(socketId: string, looked: Looked): Promise<void> {
    this.#looked.get(socketId)?.delete(looked.botId);
    const left = (this.#lookers.get(looked.conversationId) ?? []).filter((one) => one.socketId !== socketId);
    if (left.length > 0) this.#lookers.set(looked.conversationId, left);
    else this.#lookers.delete(looked.conversationId);
    this.#say(looked);
  }

  /** Tells all processes, this one too, who of its sockets looks at a conversation. */
  #say({ botId, conversationId }: Looked): void {
    const agents = new Map<number, Told['agents'][number]>();
    for (const { userId, name, oversees } of this.#lookers.get(conversationId) ?? [])
      agents.set(userId, { id: userId, name, oversees });
    const told = { processId: this.#processId, botId, conversationId, agents: [...agents.values()] };
    this.#app.bus.publish('looking', told);
  }

  /** Says again what still holds, and forgets processes that no longer do. One round of HEAD. */
  sayAgain(): void {
    for (const [conversationId, [looker]] of this.#lookers) {
      const looked = looker && this.#looked.get(looker.socketId);
      const botId = [...(looked?.values() ?? [])].find((one) => one.conversationId === conversationId)?.botId;
      if (botId !== undefined) this.#say({ botId, conversationId });
    }
    const silent = performance.now() - SILENCE;
    for (const processes of this.#told.values()) {
      for (const told of processes.values()) {
        if (told.processId !== this.#processId && told.at < silent)
          this.#app.bus.publish('looking', { ...told, agents: [] });
      }
    }
  }

  /** A process said who looks: tells this process's sockets who does altogether, if that changed. */
  async hear(told: Told): Promise<void> {
    const { botId, conversationId, processId, agents } = told;
    const processes = this.#told.get(conversationId) ?? new Map<string, Told & { at: number }>();
    const before = processes.get(processId)?.agents ?? [];
    if (agents.length > 0) processes.set(processId, { ...told, at: performance.now() });
    else processes.delete(processId);
    if (processes.size > 0) this.#told.set(conversationId, processes);
    else this.#told.delete(conversationId);
    if (JSON.stringify(before) === JSON.stringify(agents)) return;
    const facts = await this.#facts(botId, conversationId);
    if (!facts) return;
    // Read after the wait: of two words that came meanwhile, each tells what holds now.
    this.#toViewers(botId, facts, 'VIEWING', this.#viewing(botId, conversationId, facts));
  }

  /** Who looks at a conversation altogether, whichever process they are at. */
  #viewing(botId: number, conversationId: string, facts: SightFacts) {
    const all = new Map<number, { id: number; name: string; supervisor?: boolean }>();
    for (const said of this.#told.get(conversationId)?.values() ?? []) {
      for (const { id, name, oversees } of said.agents) {
        const watches = oversees && facts.agent_id !== id;
        all.set(id, { id, name, ...(watches ? { supervisor: true } : {}) });
      }
    }
    return { bot_id: botId, conversation_id: conversationId, agents: [...all.values()] };
  }

  async #facts(botId: number, conversationId: string): Promise<SightFacts | null> {
    const ticketId = ticketOfThread(conversationId);
    if (ticketId !== null) return this.#factsOfTicket(botId, ticketId);
    const [row] = await this.#app.db.query<SightFacts>(sql`
      select state, category, agent_id from conversations where id = ${conversationId} and bot_id = ${botId}`);
    return row ?? null;
  }

  /** As sight of conversations judges it: those of its area; who has it besides is told by the list alone. */
  async #factsOfTicket(botId: number, ticketId: string): Promise<SightFacts | null> {
    const [row] = await this.#app.db.query<Omit<SightFacts, 'state'>>(sql`
      select category, assignee_id as agent_id from tickets where id = ${ticketId} and bot_id = ${botId}`);
    return row ? { ...row, state: 'pending' } : null;
  }

  async #seenFacts(
    userId: number,
    botId: number,
    conversationId: string,
  ): Promise<{ facts: SightFacts; viewer: Viewer } | null> {
    const link = await findLink(this.#app.db, userId, botId);
    // A role without Live says nothing there, whatever its holder's sockets send.
    const module = ticketOfThread(conversationId) === null ? 'live' : 'tickets';
    if (!link || !allows(link.role.permissions, module, 'read')) return null;
    const facts = await this.#facts(botId, conversationId);
    if (!facts) return null;
    const viewer = viewerOf(link);
    return sees(viewer, facts) ? { facts, viewer } : null;
  }
}
