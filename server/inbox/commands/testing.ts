/** A conversation and the people around it, as tests of the commands need them. */
import type { User } from '../../../contract/entities/user.ts';
import type { ConversationState } from '../../../contract/states.ts';
import { type Database, sql } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import type { Refused } from '../../platform/http/refused.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { listMessages } from '../queries/conversation.ts';
import { testWorld, type World } from '../testing.ts';
import type { VisitorIdentity } from '../visitor-identity.ts';
import { changeState } from './change-state.ts';
import { sendMessage } from './send-message.ts';

/** The world that the tests of a file share: each of them sets a scene of its own in it. */
export class CommandsWorld {
  readonly db: Database;
  readonly world: World;
  readonly users: Record<'olga' | 'ana' | 'bruno' | 'carla', User>;
  #botId = 700;

  private constructor(db: Database, world: World, users: CommandsWorld['users']) {
    this.db = db;
    this.world = world;
    this.users = users;
  }

  static async open(): Promise<CommandsWorld> {
    // A real server: two transactions at once are two transactions at once.
    const db = await testDatabase({ engine: 'postgres' });
    const world = await testWorld(db);
    return new CommandsWorld(db, world, {
      olga: await world.addUser('Olga'),
      ana: await world.addUser('Ana'),
      bruno: await world.addUser('Bruno'),
      carla: await world.addUser('Carla'),
    });
  }

  /** A bot of its own: Olga owns it, Ana has sales and general matters, Bruno support, Carla no area. */
  async scene(): Promise<Scene> {
    const { world, users } = this;
    this.#botId += 1;
    const botId = this.#botId;
    await world.addBot(botId);
    const people = {
      owner: await world.link(users.olga, botId, 'propietario'),
      ana: await world.link(users.ana, botId, 'agente', ['ventas', 'general']),
      bruno: await world.link(users.bruno, botId, 'agente', ['soporte']),
      carla: await world.link(users.carla, botId, 'agente'),
    };
    return new Scene(world, botId, people, await world.conversation(botId));
  }

  async close(): Promise<void> {
    await this.world.close();
    await this.db.close();
  }
}

export class Scene {
  readonly botId: number;
  readonly owner: BotSession;
  readonly ana: BotSession;
  readonly bruno: BotSession;
  readonly carla: BotSession;
  /** The conversation's. */
  readonly id: string;
  /** Its customer. */
  readonly who: VisitorIdentity;
  readonly #world: World;

  constructor(
    world: World,
    botId: number,
    people: Pick<Scene, 'owner' | 'ana' | 'bruno' | 'carla'>,
    conversation: Pick<Scene, 'id' | 'who'>,
  ) {
    this.#world = world;
    this.botId = botId;
    this.owner = people.owner;
    this.ana = people.ana;
    this.bruno = people.bruno;
    this.carla = people.carla;
    this.id = conversation.id;
    this.who = conversation.who;
  }

  take(by: BotSession) {
    return changeState(this.#world.app, by, this.id, { state: 'taken', agent_id: by.user.id });
  }
  give(by: BotSession, to: User) {
    const change = { state: 'taken', agent_id: to.id, reason: 'sabe más' } as const;
    return changeState(this.#world.app, by, this.id, change);
  }
  move(by: BotSession, state: Exclude<ConversationState, 'taken'>) {
    return changeState(this.#world.app, by, this.id, { state });
  }
  reply(by: BotSession, extra: object = {}) {
    const temporal_id = this.#world.app.ids();
    const body = { conversation_id: this.id, text: 'Hola', temporal_id, ...extra };
    return sendMessage(this.#world.app, by, body);
  }

  /** The last number of the bot's log. */
  async head(): Promise<number | undefined> {
    const [row] = await this.#world.app.db.query<{ log_head: number }>(
      sql`select log_head from bots where id = ${this.botId}`,
    );
    return row?.log_head;
  }
  /** What somebody reads of the conversation: `from: text`. */
  async texts(by: BotSession): Promise<string[]> {
    const { messages } = await listMessages(this.#world.app.db, by.user.id, this.botId, this.id);
    return messages.map((message) => `${message.from}: ${message.text}`);
  }
}

/** Why something was refused; fails when it was not. */
export const refusal = (work: Promise<unknown>): Promise<Refused> =>
  work.then(
    () => Promise.reject(new Error('It was accepted')),
    (error: Refused) => error,
  );
