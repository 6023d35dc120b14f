/** A small world for tests of the inbox: real database, log and jobs; a clock and ids driven by hand; no network. */
import type { User } from '../../contract/entities/user.ts';
import type { LiveEvent } from '../../contract/realtime/agent-socket.ts';
import type { Area, RoleName } from '../../contract/states.ts';
import type { SightFacts } from '../../machines/inbox/sight.ts';
import { findLink, viewerOf } from '../access/links.ts';
import { BotMinds } from '../assistant/bot-minds.ts';
import type { BotModel } from '../assistant/engine/bot-model.ts';
import type { App } from '../platform/app.ts';
import { createLocalBus } from '../platform/bus.ts';
import { type Database, json, sql } from '../platform/database/database.ts';
import { testDatabase } from '../platform/database/testing.ts';
import type { BotSession } from '../platform/http/session.ts';
import { createJobs } from '../platform/jobs/durable-jobs.ts';
import { createLog } from '../platform/log.ts';
import { customerWrote } from './commands/customer-wrote.ts';
import { registerGiving } from './commands/give-waiting.ts';
import type { Attention, CustomerMessage } from './commands/receive-message.ts';
import { registerScheduledMessages } from './commands/send-scheduled.ts';
import { registerAnswerDue } from './tell-answer-due.ts';
import { registerTimers } from './timers.ts';
import { newIdentity, type VisitorIdentity } from './visitor-identity.ts';

/** An unlogged event that was sent to those who see a conversation. */
export interface Told {
  botId: number;
  facts: SightFacts;
  name: LiveEvent['name'];
  data: unknown;
}

export interface BotSettings {
  auto_assign?: boolean;
  inactive_after_minutes?: number | null;
  close_after_minutes?: number | null;
  model?: BotModel;
}

export interface World {
  app: App;
  minds: BotMinds;
  told: Told[];
  /** Moves the clock. */
  pass(milliseconds: number): void;
  addBot(id: number, settings?: BotSettings): Promise<void>;
  addUser(name: string): Promise<User>;
  link(user: User, botId: number, role: RoleName, areas?: Area[]): Promise<BotSession>;
  /** Status active and a live lease. */
  connect(by: BotSession): Promise<void>;
  disconnect(by: BotSession): Promise<void>;
  visitor(botId: number): VisitorIdentity;
  /** A customer's message; answers the conversation's id. */
  write(who: VisitorIdentity, text: string, extra?: Partial<CustomerMessage>): Promise<string>;
  /** A conversation of a new visitor. */
  conversation(botId: number, text?: string): Promise<{ id: string; who: VisitorIdentity }>;
  close(): Promise<void>;
}

/** The hour at which every world begins. */
export const START = Date.parse('2026-11-21T12:00:00.000Z');

/** A bot that greets with a menu, knows shop hours, and hands off on request. */
export const SMALL_MODEL: BotModel = {
  welcome: {
    answers: ['Hola, ¿en qué te ayudo?'],
    buttons: [
      { id: 'horario', label: 'Horario', node: 'horario' },
      { id: 'persona', label: 'Hablar con una persona', node: 'persona' },
    ],
  },
  nodes: [
    {
      id: 'horario',
      name: 'horario',
      title: 'Horario',
      intent: 'horario',
      status: true,
      answers: ['Abrimos de 9 a 18.'],
      buttons: [],
    },
    {
      id: 'persona',
      name: 'persona',
      title: 'Hablar con una persona',
      intent: 'persona',
      status: true,
      handoff: true,
      answers: ['Te paso con una persona.'],
      buttons: [],
    },
    {
      id: 'ficha',
      name: 'ficha',
      title: 'Mi ficha',
      status: true,
      slot: { name: 'rut', kind: 'rut', question: '¿Cuál es tu RUT?' },
      answers: ['Anotado: {{rut}}.'],
      buttons: [],
    },
  ],
  intents: [
    { name: 'horario', examples: ['a qué hora abren', 'cuál es el horario', 'hasta qué hora atienden'] },
    {
      name: 'persona',
      examples: ['quiero hablar con una persona', 'un humano por favor', 'necesito un ejecutivo'],
    },
  ],
  fallback: { answers: ['No te entendí.'], buttons: [] },
  choice: { answers: ['¿Te refieres a esto?'] },
  handoff: {
    node: 'persona',
    offerAfterFallbacks: 2,
    offer: { answers: ['¿Prefieres hablar con una persona?'] },
  },
};

/** @param db default: a fresh one, closed with the world */
export async function testWorld(db?: Database): Promise<World> {
  const database = db ?? (await testDatabase());
  let now = START;
  let count = 0;
  const told: Told[] = [];
  const clock = { now: () => new Date(now) };
  // In order of making, and the same in every run.
  const ids = () => `id-${String(++count).padStart(10, '0')}`;
  const log = createLog('error');
  const bus = createLocalBus(log);
  const jobs = createJobs({ db: database, clock, ids, log });
  const realtime: App['realtime'] = {
    namespace: () => {
      throw new Error('This world has no sockets');
    },
    toViewersOf: (botId, facts, name, data) => void told.push({ botId, facts, name, data }),
    toAgent: () => undefined,
    toPerson: () => undefined,
    sightChanged: () => undefined,
    signedOut: () => undefined,
  };
  const config = { product: { name: 'Charla', slug: 'charla' } };
  const app = { config, db: database, bus, clock, log, jobs, ids, realtime } as unknown as App;
  const minds = new BotMinds();
  const attentions = new WeakMap<VisitorIdentity, Attention>();
  registerTimers(app);
  registerScheduledMessages(app);
  registerAnswerDue(app);
  registerGiving(app);
  const roles = new Map<RoleName, number>();
  let users = 0;

  async function roleId(base: RoleName): Promise<number> {
    const known = roles.get(base);
    if (known !== undefined) return known;
    const [role] = await database.query<{ id: number }>(
      sql`insert into roles (name, base) values (${base}, ${base}) returning id`,
    );
    if (!role) throw new Error('No role');
    roles.set(base, role.id);
    return role.id;
  }

  const world: World = {
    app,
    minds,
    told,
    pass: (milliseconds) => {
      now += milliseconds;
    },
    async addBot(id, settings = {}) {
      await database.query(sql`
        insert into bots (id, bot_name, token, auto_assign, inactive_after_minutes, close_after_minutes)
        values (${id}, ${`Bot ${id}`}, ${`token-${id}`}, ${settings.auto_assign ?? false},
                ${settings.inactive_after_minutes ?? null}, ${settings.close_after_minutes ?? null})`);
      await database.query(sql`
        insert into bot_models (bot_id, model) values (${id}, ${json(settings.model ?? SMALL_MODEL)})`);
    },
    async addUser(name) {
      const email = `${name.toLowerCase()}${++users}@charla.test`;
      const [row] = await database.query<{ id: number }>(sql`
        insert into users (name, email, password_hash) values (${name}, ${email}, '-') returning id`);
      if (!row) throw new Error('No user');
      return {
        id: row.id,
        name,
        email,
        phone: null,
        image: null,
        botIds: [],
        customerId: null,
        url: null,
        staff: false,
      };
    },
    async link(user, botId, role, areas = []) {
      await database.query(sql`
        insert into user_bots (user_id, bot_id, role_id, category, chosen_status)
        values (${user.id}, ${botId}, ${await roleId(role)}, ${json(areas)}, 'inactive')`);
      const link = await findLink(database, user.id, botId);
      if (!link) throw new Error('No link');
      return { user, client: 'test', expiresAt: new Date(now).toISOString(), link, viewer: viewerOf(link) };
    },
    async connect({ link }) {
      await database.query(sql`update user_bots set status = 'active' where id = ${link.id}`);
      await database.query(sql`
        insert into presence_leases (socket_id, bot_id, user_id, process_id, expires_at)
        values (${`s${link.id}`}, ${link.bot_id}, ${link.user_id}, 'test', '2100-01-01T00:00:00Z')`);
    },
    async disconnect({ link }) {
      await database.query(sql`delete from presence_leases where socket_id = ${`s${link.id}`}`);
    },
    visitor: (botId) => newIdentity(app, botId),
    async write(who, text, extra = {}) {
      // Remembered from one message to the next, as a customer's socket does.
      const attention = attentions.get(who) ?? { byPerson: false, blocked: false };
      attentions.set(who, attention);
      const body = { text, temporal_id: ids(), ...extra };
      const message = await customerWrote(app, minds, who, body, { attention });
      return message.conversation_id;
    },
    async conversation(botId, text = 'hola') {
      const who = newIdentity(app, botId);
      return { id: await world.write(who, text), who };
    },
    async close() {
      await jobs.stop();
      if (!db) await database.close();
    },
  };
  return world;
}
