/**
 * Walks every HTTP route of the server as owner, admin, agent, stranger and nobody, at their own bot and at a foreign
 * one, and holds the answers against the rule that the contract gives the call. A route without a rule fails; so does
 * one that Fastify serves and the table does not know.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Access, type Call, modulesOf } from '../contract/calls/call.ts';
import { CALLS } from '../contract/calls/index.ts';
import { MATRIX } from '../contract/permission-matrix.ts';
import type { Permission } from '../contract/permissions.ts';
import type { RoleName } from '../contract/states.ts';
import type { SightFacts } from '../machines/inbox/sight.ts';
import { SERVER_PATHS } from '../scripts/support/server-paths.ts';
import { sql } from '../server/platform/database/database.ts';
import { urlOf } from '../server/platform/http/route.ts';
import { type Person, startTestServer, type TestServer } from '../server/testing.ts';
import { addEntity } from './support/add-entity.ts';
import { sampleInput } from './support/sample-input.ts';
import { SAMPLES } from './support/walk-samples.ts';

/** Calls that anybody may make; adding one is a decision, taken here. */
const PUBLIC_CALLS = [
  'signIn',
  'signInSecondFactor',
  'register',
  'checkConfirmation',
  'confirmEmail',
  'passwordForgot',
  'passwordResetCheck',
  'passwordReset',
  'getMaintenance',
  'checkSnippet',
  'checkInvitation',
  // Of a session of Stripe's, whose id nobody guesses.
  'stripeReturn',
  // By a link that the owner has signed (docs/decisions on paying without an account).
  'payLink',
  'payByLink',
  'acceptInvitation',
  // Before anybody has an account a shop may already want us.
  'shopInstalls',
  'beginShopInstall',
  'shopInstallCallback',
  'ticketPage',
  'answerTicketPage',
];
/** Calls that are about no bot yet, and still look at what somebody may do at theirs. */
const BY_OTHER_BOTS: Record<string, (role: RoleName) => boolean> = {
  createBot: (role) => MATRIX[role].new_chatbot.includes('add'),
};

/** Calls that an agent may not make whatever permissions their role holds. */
const HEADS_ALONE = [
  'addOwnField',
  'updateOwnField',
  'orderOwnFields',
  'deleteOwnField',
  'chargeProducts',
  'confirmGone',
  'saveTicketSettings',
];

/** Permissions of the same module that a call asks besides its rule's. */
const ALSO_ASKED: Record<string, Permission[]> = { mergeLeads: ['edit'] };

/** Entities whose conversation decides who sees them. */
const OF_TALKS = new Set(['conversation', 'message', 'session', 'scheduled_message', 'upload']);

/** Reads of one thing among those that a new bot has none of. */
const HAVE_NOTHING = ['versionDifference', 'listWabaTemplates', 'listTemplateSyncs'];

const ROLES: RoleName[] = ['propietario', 'administrador', 'agente'];
const named = Object.entries(CALLS) as unknown as [string, Call][];
const nameOf = (call: Call) => named.find(([, one]) => one === call)?.[0] ?? call.path;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

let bots = 1000;
let people = 0;

interface Place {
  botId: number;
  person: Person;
  linkId: number;
}

/** What everybody at a bot sees. */
const SEEN_BY_ALL: SightFacts = { state: 'pending', category: null, agent_id: null };

/** A bot of its own with one person in the role, so that no call meets what another one did. */
async function place(role: RoleName): Promise<Place> {
  const botId = ++bots;
  await server.addBot(botId);
  const person = await server.addPerson(`p${++people}`);
  return { botId, person, linkId: await server.link(person, botId, role) };
}

function setAt(
  input: Record<string, Record<string, unknown> | undefined>,
  where: { in: string; name: string },
  value: unknown,
) {
  const keys = [where.in, ...where.name.split('.')];
  const last = String(keys.pop());
  let target: Record<string, unknown> = input;
  for (const key of keys) {
    target[key] = { ...(target[key] as object | undefined) };
    target = target[key] as Record<string, unknown>;
  }
  target[last] = value;
}

/** The call with the ids that its rule speaks of. */
async function request(
  call: Call,
  at: Place,
  as: Person | undefined,
  self: Person,
  facts: SightFacts = SEEN_BY_ALL,
) {
  const given = SAMPLES[nameOf(call)] ?? {};
  const input: Record<string, Record<string, unknown> | undefined> = {};
  for (const part of ['params', 'query', 'body'] as const) {
    const sample = given[part] ? { ...given[part] } : sampleInput(call[part]);
    if (sample) input[part] = sample;
  }
  const rule = call.access;
  if (rule.kind === 'self') setAt(input, rule, self.id);
  if (rule.kind === 'bot' || rule.kind === 'linked' || rule.kind === 'bot_if_named')
    setAt(input, rule, at.botId);
  if (rule.kind === 'linked' && rule.self) setAt(input, rule.self, self.id);
  if (rule.kind === 'entity') setAt(input, rule, await addEntity(server, rule.entity, at, facts));
  const url = urlOf(call, 'charla').replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).map(([key, value]) => [key, String(value)]),
  );
  const path = query.size > 0 ? `${url}?${query}` : url;
  return server.call(call.method, path, {
    ...(as ? { as } : {}),
    ...(input.body ? { body: input.body } : {}),
  });
}

const needsBot = (rule: Access) => ['bot', 'entity', 'linked', 'bot_if_named'].includes(rule.kind);

it('knows every route that is served, and the rule or the reason of each', () => {
  const { mounted, routes } = server.app.http;
  const known = new Set(routes.map(({ method, url }) => `${method} ${url}`));
  // Fastify adds HEAD to each GET.
  const unknown = mounted.filter((route) => !known.has(route) && !known.has(route.replace(/^HEAD /, 'GET ')));
  expect(unknown).toEqual([]);
  expect(routes.length).toBeGreaterThan(20);
  for (const { guard, url } of routes) {
    if ('reason' in guard) expect(guard.reason.length, url).toBeGreaterThan(15);
    else expect(guard.rule.kind, url).toBeTruthy();
  }
  const open = routes.flatMap(({ guard }) =>
    'call' in guard && guard.rule.kind === 'public' ? [nameOf(guard.call)] : [],
  );
  expect(open.filter((name) => !PUBLIC_CALLS.includes(name))).toEqual([]);
  // What is no call of the contract lies outside the services.
  expect(routes.filter(({ guard, url }) => 'reason' in guard && url.startsWith('/svc/'))).toEqual([]);
});

it('the development server passes on every path that the server answers', () => {
  const urls = server.app.http.routes.map(({ url }) => url).filter((url) => url !== '/*');
  const passed = (url: string) => SERVER_PATHS.some((path) => url === path || url.startsWith(`${path}/`));
  expect(urls.filter((url) => !passed(url))).toEqual([]);
});

/** The calls that are mounted, once the server runs. */
const guarded = () =>
  server.app.http.routes.flatMap(({ guard }) =>
    'call' in guard && guard.rule.kind !== 'public' ? [guard.call] : [],
  );

describe('each call', () => {
  it('answers nobody with 401', async () => {
    for (const call of guarded()) {
      const at = await place('propietario');
      expect((await request(call, at, undefined, at.person)).status, nameOf(call)).toBe(401);
    }
  });

  it('answers a stranger to the bot, whatever their role elsewhere, with 404 as for what does not exist', async () => {
    for (const call of guarded().filter(({ access }) => needsBot(access))) {
      const at = await place('propietario');
      const elsewhere = await place('propietario');
      const foreign = await request(call, at, elsewhere.person, elsewhere.person);
      const absent = await request(
        call,
        { ...at, botId: elsewhere.botId, linkId: elsewhere.linkId },
        (await place('propietario')).person,
        elsewhere.person,
      );
      expect({ status: foreign.status, body: foreign.body }, nameOf(call)).toEqual({
        status: 404,
        body: { error: 'not_found', message: expect.any(String) },
      });
      expect(absent.body, nameOf(call)).toEqual(foreign.body);
    }
  });

  it("answers somebody else's user id with 404", async () => {
    for (const call of guarded()) {
      const rule = call.access;
      if (rule.kind !== 'self' && !(rule.kind === 'linked' && rule.self)) continue;
      const at = await place('propietario');
      const other = await place('propietario');
      expect((await request(call, at, at.person, other.person)).status, nameOf(call)).toBe(404);
    }
  });

  it.each(ROLES)('lets %s do what the matrix says, and answers the rest with 403', async (role) => {
    for (const call of guarded()) {
      const rule = call.access;
      const at = await place(role);
      const { status, body } = await request(call, at, at.person, at.person);
      const what = `${role} ${nameOf(call)} ${JSON.stringify(body)?.slice(0, 300)}`;
      const may =
        'module' in rule
          ? modulesOf(rule).some((module) => MATRIX[role][module].includes(rule.permission)) &&
            !(role === 'agente' && HEADS_ALONE.includes(nameOf(call)))
          : rule.kind !== 'staff' && (BY_OTHER_BOTS[nameOf(call)]?.(role) ?? true);
      if (!may) {
        expect(status, what).toBe(403);
        const why = HEADS_ALONE.includes(nameOf(call))
          ? expect.any(String)
          : 'No tienes permiso para realizar esta acción';
        expect(body).toMatchObject({ message: why });
      } else {
        // A sample that does not pass the schema would prove nothing: give it one in SAMPLES.
        expect([400, 401, 403, 500], what).not.toContain(status);
        if (call.method === 'GET' && call.service !== 'main')
          expect(status, what).toBe(HAVE_NOTHING.includes(nameOf(call)) ? 404 : 200);
      }
    }
  });

  it("hides another agent's conversation, its messages and files from an agent", async () => {
    const reading = guarded().filter(
      ({ access }) => access.kind === 'entity' && access.module === 'live' && access.permission === 'read',
    );
    expect(reading.length).toBeGreaterThan(2);
    for (const call of reading) {
      const at = await place('agente');
      const other = await server.addPerson(`p${++people}`);
      await server.link(other, at.botId, 'agente');
      const answer = await request(call, at, at.person, at.person, {
        state: 'taken',
        category: null,
        agent_id: other.id,
      });
      expect(answer.status, nameOf(call)).toBe(404);
    }
  });

  it("changes nothing of another agent's conversation for an agent who does not see it, and tells nothing of it", async () => {
    const changing = guarded().filter(
      ({ access }) => access.kind === 'entity' && access.permission !== 'read' && OF_TALKS.has(access.entity),
    );
    expect(changing.length).toBeGreaterThan(10);
    for (const call of changing) {
      const at = await place('agente');
      const other = await server.addPerson(`p${++people}`);
      await server.link(other, at.botId, 'agente');
      const hidden = { state: 'taken', category: null, agent_id: other.id } as const;
      // The samples themselves leave neither.
      const traces = () =>
        server.app.db.query(sql`
          select b.log_head, (select count(*)::int from audits where bot_id = b.id) as audits
          from bots b where b.id = ${at.botId}`);
      const before = await traces();
      const { status, body } = await request(call, at, at.person, at.person, hidden);
      expect(status, `${nameOf(call)} ${JSON.stringify(body)}`).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(body), nameOf(call)).not.toContain('Cliente');
      expect(await traces(), nameOf(call)).toEqual(before);
    }
  });

  it('lets a role with the history alone read what the history shows, and nothing else of the inbox', async () => {
    for (const call of guarded()) {
      const rule = call.access;
      if (!('module' in rule) || rule.module !== 'live') continue;
      const at = await place('propietario');
      const roleId = await server.addRole(at.botId, 'administrador', { historial_conversaciones: ['read'] });
      await server.app.db.query(sql`update user_bots set role_id = ${roleId} where id = ${at.linkId}`);
      const { status } = await request(call, at, at.person, at.person);
      const shared = 'orModule' in rule && rule.orModule === 'historial_conversaciones';
      expect([nameOf(call), status]).toEqual([nameOf(call), shared ? 200 : 403]);
    }
  });

  it('follows the permissions of a role of the bot’s own', async () => {
    for (const call of guarded()) {
      const rule = call.access;
      if (!('module' in rule) || rule.kind === 'bot_if_named') continue;
      const at = await place('propietario');
      const roleId = await server.addRole(at.botId, 'administrador', { tickets: ['read'] });
      await server.app.db.query(sql`update user_bots set role_id = ${roleId} where id = ${at.linkId}`);
      const may = rule.module === 'tickets' && rule.permission === 'read';
      const { status } = await request(call, at, at.person, at.person);
      if (may) expect(status, nameOf(call)).not.toBe(403);
      else expect(status, nameOf(call)).toBe(403);
      // Each of the rule's modules is enough alone.
      for (const module of modulesOf(rule)) {
        const enough = await place('propietario');
        const own = await server.addRole(enough.botId, 'administrador', {
          [module]: [rule.permission, ...(ALSO_ASKED[nameOf(call)] ?? [])],
        });
        await server.app.db.query(sql`update user_bots set role_id = ${own} where id = ${enough.linkId}`);
        const answer = await request(call, enough, enough.person, enough.person);
        expect(answer.status, `${nameOf(call)} by ${module}`).not.toBe(403);
      }
    }
  });
});
