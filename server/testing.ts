/** A whole server for tests: real HTTP and sockets on a free port, a database of its own, a clock driven by hand. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Credentials } from '../contract/entities/user.ts';
import type { Permission } from '../contract/permissions.ts';
import type { Area, RoleName } from '../contract/states.ts';
import type { SightFacts } from '../machines/inbox/sight.ts';
import { quickHash } from '../tests/support/quick-hash.mjs';
import { hashOfNobody } from './accounts/password.ts';
import { issueCredentials } from './accounts/tokens.ts';
import { type Config, readConfig } from './platform/config.ts';
import { type Database, json, sql } from './platform/database/database.ts';
import { testDatabase } from './platform/database/testing.ts';
import { createLog, type Logger } from './platform/log.ts';
import { type RunningServer, type StartOptions, startServer } from './start-server.ts';

export interface Person {
  id: number;
  email: string;
  /** The five headers of a signed-in browser. */
  headers: Credentials;
}

export interface Team {
  /** Olga, `propietario`. */
  owner: Person;
  /** Two of role `agente`, without areas. */
  ana: Person;
  bruno: Person;
  /** The owner of another bot, 7. */
  stranger: Person;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON; undefined when there is none. */
  body: unknown;
}

export interface TestServer extends RunningServer {
  /** Moves the clock. */
  pass(milliseconds: number): void;
  addBot(id: number, flags?: Record<string, boolean>): Promise<void>;
  addPerson(name: string, password?: string): Promise<Person>;
  /** A bot with the people that most tests of the inbox speak of. */
  addTeam(botId: number): Promise<Team>;
  /** They chose to be disconnected: coming to the bot changes nothing of what others see. */
  link(person: Person, botId: number, role: RoleName, areas?: Area[]): Promise<number>;
  /** A role of the bot's own. */
  addRole(botId: number, base: RoleName, permissions: Record<string, Permission[]>): Promise<number>;
  /** A bare conversation row, without events. */
  addConversation(id: string, botId: number, facts: SightFacts): Promise<void>;
  /** Gives them a second factor, as internal accounts need. */
  enrol(person: Person): Promise<void>;
  /** A fresh browser's credentials. */
  signIn(person: Person): Promise<Credentials>;
  call(
    method: string,
    path: string,
    options?: { as?: Person | Credentials; body?: unknown },
  ): Promise<Answer>;
}

/** Makes one of something at a bot, of this owner's where it is somebody's. @returns its id */
export type MakeOne = (server: TestServer, at: { botId: number; person: Person }) => Promise<string | number>;
type WalkInput = Partial<Record<'params' | 'query' | 'body', Record<string, unknown>>>;

/**
 * What a domain brings to the walks over all calls, as `walk` of its `walk.fixture.ts` (tests/support/own-walks.ts): the
 * walks need no line for it then.
 */
export interface DomainWalk {
  /** By the names that its calls' rules say (`entity`). */
  entities?: Record<string, MakeOne>;
  /** Inputs by the name of the call, where the smallest one that the schema takes does not do. */
  samples?: Record<string, WalkInput>;
  /** As CASES of tests/other-ids.test.ts: by 'call place' what stands there, one's own and a foreign one's status. */
  otherIds?: Record<
    string,
    [MakeOne, own: number, foreign: number, input: (at: { botId: number }, id: string | number) => WalkInput]
  >;
}

/** The settings of a test server: nothing of the machine's environment. */
export function testConfig(dataDir: string, overrides: Partial<Config> = {}): Config {
  const config = readConfig({ PORT: '3000', SEED: 'none', DATA_DIR: dataDir });
  return { ...config, port: 0, appSecret: 'a secret of the tests, long enough', ...overrides };
}

/** Starts one, on `own` or a fresh database; `close()` also removes its folder. Due jobs wait for `app.jobs.runDue()`. */
export async function startTestServer(
  overrides: Partial<Config> = {},
  pages?: StartOptions['pages'],
  own?: Database,
  log: Logger = createLog('fatal'),
  visitors?: StartOptions['visitors'],
): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'charla-test-'));
  let passed = 0;
  const running = await startServer({
    config: testConfig(dataDir, overrides),
    db: own ?? (await testDatabase()),
    clock: { now: () => new Date(Date.now() + passed) },
    log,
    runJobs: false,
    pages,
    visitors,
  });
  const { db, clock } = running.app;
  const roles = new Map<RoleName, number>();

  async function insertId(statement: ReturnType<typeof sql>): Promise<number> {
    const [row] = await db.query<{ id: number }>(statement);
    if (!row) throw new Error('Nothing was inserted');
    return row.id;
  }

  const server: TestServer = {
    ...running,
    async close() {
      await running.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
    pass: (milliseconds) => {
      passed += milliseconds;
    },
    async addBot(id, flags = {}) {
      await db.query(sql`
        insert into bots (id, bot_name, token, flags) values (${id}, ${`Bot ${id}`}, ${`token-${id}`}, ${json(flags)})`);
    },
    async addPerson(name, password) {
      const email = `${name}@charla.test`;
      const hash = password === undefined ? await hashOfNobody() : quickHash(password);
      const id = await insertId(sql`
        insert into users (name, email, password_hash) values (${name}, ${email}, ${hash}) returning id`);
      return { id, email, headers: await issueCredentials(db, { id, email }, clock.now()) };
    },
    async addTeam(botId) {
      const add = async (name: string, of: number, role: RoleName) => {
        const person = await server.addPerson(name);
        await server.link(person, of, role);
        return person;
      };
      await server.addBot(botId);
      await server.addBot(7);
      return {
        owner: await add('olga', botId, 'propietario'),
        ana: await add('ana', botId, 'agente'),
        bruno: await add('bruno', botId, 'agente'),
        stranger: await add('nadie', 7, 'propietario'),
      };
    },
    async link(person, botId, role, areas = []) {
      const known = roles.get(role);
      const roleId =
        known ?? (await insertId(sql`insert into roles (name, base) values (${role}, ${role}) returning id`));
      roles.set(role, roleId);
      return insertId(sql`
        insert into user_bots (user_id, bot_id, role_id, category, chosen_status)
        values (${person.id}, ${botId}, ${roleId}, ${json(areas)}, 'inactive') returning id`);
    },
    addRole: (botId, base, permissions) => {
      const grants = Object.entries(permissions).map(([view_name, list]) => ({
        view_name,
        permissions: list,
      }));
      return insertId(sql`
        insert into roles (bot_id, name, base, permissions) values (${botId}, 'a medida', ${base}, ${json(grants)})
        returning id`);
    },
    async addConversation(id, botId, { state, category, agent_id }) {
      await db.query(sql`insert into leads (id, bot_id) values (${`lead-${id}`}, ${botId})`);
      await db.query(sql`
        insert into conversations (id, bot_id, lead_id, state, channel, category, agent_id, lead_name, last_message_date)
        values (${id}, ${botId}, ${`lead-${id}`}, ${state}, 'web', ${category}, ${agent_id}, 'Cliente', ${clock.now()})`);
    },
    async enrol({ id }) {
      await db.query(sql`
        insert into second_factors (user_id, secret, confirmed_at, created_at)
        values (${id}, 'of no app', ${clock.now()}, ${clock.now()})`);
    },
    signIn: (person) => issueCredentials(db, person, clock.now()),
    async call(method, path, { as, body } = {}) {
      const credentials = as && 'headers' in as ? as.headers : as;
      const answer = await fetch(`${running.url}${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...credentials,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.startsWith('application/json');
      return {
        status: answer.status,
        headers: answer.headers,
        body: isJson && text ? JSON.parse(text) : undefined,
      };
    },
  };
  return server;
}
