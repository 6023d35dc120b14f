/**
 * Who looks at a conversation, and who types in it: relayed, never logged, and only to those who see it. The lists
 * of viewers are this process's own; between processes each tells of its own sockets.
 */
import type { SightFacts } from '../../../machines/inbox/sight.ts';
import { sees } from '../../../machines/inbox/sight.ts';
import { findLink, viewerOf } from '../../bots/links.ts';
import type { App } from '../../platform/app.ts';
import { sql } from '../../platform/database/database.ts';

interface Looker {
  socketId: string;
  userId: number;
  name: string;
}

interface Looked {
  botId: number;
  conversationId: string;
}

export class LookingOn {
  readonly #app: App;
  /** By conversation. */
  readonly #lookers = new Map<string, Looker[]>();
  /** What each socket looks at, by socket and bot. */
  readonly #looked = new Map<string, Map<number, Looked>>();
  /** One change of what a socket looks at after the other: the tail of what is waited for. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(app: App) {
    this.#app = app;
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
    const facts = await this.#seenFacts(looker.userId, botId, conversationId);
    if (!facts) return;
    const looked = { botId, conversationId };
    this.#looked.set(looker.socketId, mine.set(botId, looked));
    this.#lookers.set(conversationId, [...(this.#lookers.get(conversationId) ?? []), looker]);
    this.#tell(looked, facts);
  }

  /** Somebody types in a conversation that they see. */
  async typing(looker: Looker, botId: number, conversationId: string): Promise<void> {
    const facts = await this.#seenFacts(looker.userId, botId, conversationId);
    if (!facts) return;
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
    const facts = await this.#facts(looked.botId, looked.conversationId);
    if (facts) this.#tell(looked, facts);
  }

  #tell({ botId, conversationId }: Looked, facts: SightFacts): void {
    const agents = new Map<number, { id: number; name: string }>();
    for (const { userId, name } of this.#lookers.get(conversationId) ?? [])
      agents.set(userId, { id: userId, name });
    const data = { bot_id: botId, conversation_id: conversationId, agents: [...agents.values()] };
    this.#app.realtime.toViewersOf(botId, facts, 'VIEWING', data);
  }

  async #facts(botId: number, conversationId: string): Promise<SightFacts | null> {
    const [row] = await this.#app.db.query<SightFacts>(sql`
      select state, category, agent_id from conversations where id = ${conversationId} and bot_id = ${botId}`);
    return row ?? null;
  }

  async #seenFacts(userId: number, botId: number, conversationId: string): Promise<SightFacts | null> {
    const link = await findLink(this.#app.db, userId, botId);
    const facts = link && (await this.#facts(botId, conversationId));
    return link && facts && sees(viewerOf(link), facts) ? facts : null;
  }
}
