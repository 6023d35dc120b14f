/** What changes outside the inbox: who hears of it, how it is gathered, and that its number never lies. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { modulesOf } from '../../../contract/calls/call.ts';
import { CALLS } from '../../../contract/calls/index.ts';
import { MATRIX } from '../../../contract/permission-matrix.ts';
import { liveEvents } from '../../../contract/realtime/agent-socket.ts';
import {
  isThingTopic,
  type StaleTopic,
  TOPIC_KINDS,
  type TopicKind,
} from '../../../contract/realtime/topics.ts';
import { ROLES, type RoleName } from '../../../contract/states.ts';
import { TOPIC_RULES } from '../../../contract/told.ts';
import { credentialsOf, linkIn, mailsTo } from '../../access/testing.ts';
import { json, sql } from '../../platform/database/database.ts';
import { liveHead, touch } from '../../platform/realtime/touch.ts';
import type { Person, TestServer } from '../../testing.ts';
import { AgentStage, BOT } from './testing.ts';

let stage: AgentStage;
let server: TestServer;
let owner: Person;

beforeAll(async () => {
  stage = await AgentStage.open();
  ({ server } = stage);
  owner = await server.addPerson('olga');
  await server.link(owner, BOT, 'propietario');
});
afterAll(() => server.close());
afterEach(() => stage.hangUp());

type Connected = Awaited<ReturnType<AgentStage['connect']>>;
const said = (name: 'STALE' | 'HEAD', { others }: Connected) =>
  others.flatMap(([said, data]) => (said === name ? [liveEvents[name].parse(data)] : []));
const topicsOf = (socket: Connected) =>
  said('STALE', socket).flatMap((stale) => ('topics' in stale ? stale.topics : []));
const lastHead = (socket: Connected) => said('HEAD', socket).at(-1);

const change = (topics: readonly StaleTopic[], only: Parameters<typeof touch>[4] = {}) =>
  server.app.db.transaction(async (tx) => touch(tx, server.app, BOT, topics, only));
/** A topic of each kind. */
const each = TOPIC_KINDS.map((kind): StaleTopic => (isThingTopic(kind) ? `${kind}:1` : kind));
const kindOf = (topic: string) => topic.replace(':1', '') as TopicKind;
const covers = (role: RoleName, kind: TopicKind) => {
  const rule = TOPIC_RULES[kind];
  return rule === 'linked' || rule.modules.some((name) => MATRIX[role][name].includes(rule.permission));
};

it('INB-46 tells each role the topics that it may ask, and nobody another bot’s', async () => {
  const people: Record<RoleName, Person> = {
    propietario: owner,
    administrador: stage.admin,
    agente: stage.ana,
  };
  const sockets = await Promise.all(
    ROLES.map(async (role) => {
      const socket = await stage.connect(people[role]);
      await socket.join();
      return { role, socket };
    }),
  );
  const stranger = await stage.connect(stage.stranger);
  await stranger.emit('AUTO_RECONNECT', { botId: 7 });
  await stranger.emit('AUTO_RECONNECT', { botId: BOT });
  await change(each);
  for (const { role, socket } of sockets) {
    const own = each.filter((topic) => covers(role, kindOf(topic)));
    // That they came, as that they are there, is a change of `presence` by itself.
    const heard = () => new Set(topicsOf(socket));
    await expect.poll(heard, { message: role }).toEqual(new Set(own));
  }
  // Of their own bot's people they are told.
  expect(said('STALE', stranger).filter(({ bot_id }) => bot_id === BOT)).toEqual([]);
});

it('INB-46 tells every tab of a question without an answer that is dismissed, restored or taught', async () => {
  const { app } = server;
  await app.db.query(sql`
    insert into bot_unanswered (bot_id, key, text, count, first_at, last_at, standing) values
      (${BOT}, 'tienen tallas grandes', '¿Tienen tallas grandes?', 3, ${app.clock.now()}, ${app.clock.now()}, 'open')`);
  const socket = await stage.connect(owner);
  await socket.join();
  const path = '/svc/templates/api/client/unanswered/dismiss';
  const decide = async (dismissed: boolean, keys: string[]) => {
    const { status, body } = await server.call('PUT', path, {
      as: owner,
      body: { bot_id: BOT, keys, dismissed },
    });
    expect(status, JSON.stringify(body)).toBe(200);
  };
  await decide(true, ['tienen tallas grandes']);
  await expect.poll(() => topicsOf(socket)).toEqual(['draft']);
  await decide(false, ['tienen tallas grandes']);
  await expect.poll(() => topicsOf(socket)).toEqual(['draft', 'draft']);
  // What changes nothing is sent to nobody: the next word is of something else.
  await decide(true, ['nadie preguntó esto']);
  await change(['roles']);
  await expect.poll(() => topicsOf(socket)).toEqual(['draft', 'draft', 'roles']);
});

it('INB-46 asks of a topic what the calls ask whose answers it makes old', () => {
  const rules: Partial<Record<TopicKind, keyof typeof CALLS>> = {
    leads: 'listLeads',
    lead: 'showLead',
    draft: 'draftState',
    documents: 'documents',
    trainings: 'assistants',
    roles: 'rolesOfBot',
    agents: 'botAgents',
  };
  for (const [kind, name] of Object.entries(rules)) {
    const { access } = CALLS[name];
    if (!('module' in access)) throw new Error(`${name} asks for no permission`);
    const rule = TOPIC_RULES[kind as TopicKind];
    expect(rule, kind).toMatchObject({ permission: access.permission });
    expect(rule, kind).toMatchObject({ modules: expect.arrayContaining([...modulesOf(access)]) });
  }
});

it('INB-46 judges what is of a conversation by sight, what is a person’s own by who they are', async () => {
  const [ana, bruno] = await Promise.all([stage.connect(stage.ana), stage.connect(stage.bruno)]);
  await Promise.all([ana.join(), bruno.join()]);
  await change(['lead:7'], { seenBy: { state: 'pending', category: 'ventas', agent_id: null } });
  await change(['notifications'], { userIds: [stage.bruno.id] });
  await change(['leads']);
  await expect.poll(() => topicsOf(ana)).toEqual(['lead:7', 'leads']);
  await expect.poll(() => topicsOf(bruno)).toEqual(['notifications', 'leads']);
});

it('INB-46 tells somebody without Live what their role may ask, and follows the role when it changes', async () => {
  const reader = await server.addPerson('lectora');
  const roleId = await server.addRole(BOT, 'agente', { tickets: ['read'] });
  await server.app.db.query(sql`
    insert into user_bots (user_id, bot_id, role_id, category) values (${reader.id}, ${BOT}, ${roleId}, '[]')`);
  const socket = await stage.connect(reader);
  expect(await socket.join()).toMatchObject({ error: 'forbidden' });
  await stage.append(1);
  await change(['tickets', 'leads']);
  await expect.poll(() => topicsOf(socket)).toEqual(['tickets']);
  await server.live.headRound();
  // How long the bot's log is, is not for them.
  await expect
    .poll(() => lastHead(socket))
    .toMatchObject({ seq: 0, live: await liveHead(server.app.db, BOT) });
  expect(socket.frames).toEqual([]);

  const grant = (permissions: object[]) =>
    server.app.db.query(sql`update roles set permissions = ${json(permissions)} where id = ${roleId}`);
  await grant([{ view_name: 'crm', permissions: ['read'] }]);
  server.app.realtime.sightChanged(BOT, reader.id);
  await expect.poll(() => topicsOf(socket)).toEqual(['tickets', 'roles']);
  await change(['tickets', 'leads']);
  await expect.poll(() => topicsOf(socket)).toEqual(['tickets', 'roles', 'leads']);
  await grant([{ view_name: 'live', permissions: ['read'] }]);
  server.app.realtime.sightChanged(BOT, reader.id);
  await expect.poll(() => socket.others).toContainEqual(['RESET', { bot_id: BOT }]);
  expect(await socket.join()).toHaveProperty('seq');
});

it('INB-49 tells an account that its address is proved, and everybody that maintenance changed', async () => {
  const email = 'recien@tienda.cl';
  const password = 'lluvia en Valdivia 7';
  const registered = await server.call('POST', '/svc/main/auth', {
    body: { name: 'Paula Soto', email, password, password_confirmation: password },
  });
  const [token = ''] = linkIn(server, (await mailsTo(server, email, '/confirm/')).at(-1), 'confirm');
  const own = await stage.connect(owner, credentialsOf(registered));
  const other = await stage.connect(stage.ana);
  await server.call('PUT', '/svc/main/auth/confirmation/own', {
    as: credentialsOf(registered),
    body: { token },
  });
  await expect.poll(() => own.others).toContainEqual(['ACCOUNT', {}]);
  const staff = await server.addPerson('interna');
  await server.enrol(staff);
  await server.call('PUT', '/svc/main/settings/maintenance', {
    as: staff,
    body: { on: false, message: null, slow: true },
  });
  for (const { others } of [own, other]) await expect.poll(() => others).toContainEqual(['MAINTENANCE', {}]);
  expect(other.others.map(([name]) => name)).not.toContain('ACCOUNT');
});

it('INB-47 raises the number in the transaction of the change: rolled back, it never was', async () => {
  const socket = await stage.connect(owner);
  await socket.join();
  const before = await liveHead(server.app.db, BOT);
  const failed = server.app.db.transaction(async (tx) => {
    touch(tx, server.app, BOT, ['documents']);
    throw new Error('changed its mind');
  });
  await expect(failed).rejects.toThrow('changed its mind');
  expect(await liveHead(server.app.db, BOT)).toBe(before);
  await change(['draft']);
  expect(await liveHead(server.app.db, BOT)).toBe(before + 1);
  await expect
    .poll(() => said('STALE', socket))
    .toEqual([{ bot_id: BOT, topics: ['draft'], live: before + 1 }]);
});

it('INB-47 gathers a burst, says it before the HEAD that counts it, and counts for each what is theirs', async () => {
  const [mine, agents] = await Promise.all([stage.connect(owner), stage.connect(stage.ana)]);
  await Promise.all([mine.join(), agents.join()]);
  await server.live.headRound();
  await expect.poll(() => lastHead(agents)).toBeDefined();
  const before = await liveHead(server.app.db, BOT);
  for (let n = 0; n < 20; n += 1) await change(n % 2 ? ['draft'] : ['documents']);
  await server.live.headRound();
  await expect.poll(() => lastHead(mine)).toMatchObject({ live: before + 20, told: before + 20 });
  // The first at once, the others together; a slow machine may need some more.
  expect(said('STALE', mine).length).toBeLessThanOrEqual(6);
  const order = mine.others.map(([name]) => name).filter((name) => name === 'STALE' || name === 'HEAD');
  expect(order.at(-1)).toBe('HEAD');
  // None of it is for agents: nothing that they show is old.
  await expect.poll(() => lastHead(agents)).toMatchObject({ live: before + 20, told: before });
  expect(topicsOf(agents)).toEqual([]);
});

it('INB-47 lets everybody know that something is unknown when the word of a change was lost', async () => {
  const agents = await stage.connect(stage.ana);
  await agents.join();
  const before = await liveHead(server.app.db, BOT);
  const mute = { bus: { ...server.app.bus, publish: () => undefined } };
  await server.app.db.transaction(async (tx) => touch(tx, mute, BOT, ['leads']));
  await server.live.headRound();
  await expect.poll(() => lastHead(agents)).toMatchObject({ live: before + 1, told: before + 1 });
  expect(topicsOf(agents)).toEqual([]);
  // What comes after it is sent as ever.
  await change(['leads']);
  await expect
    .poll(() => said('STALE', agents))
    .toEqual([{ bot_id: BOT, topics: ['leads'], live: before + 2 }]);
});

it('many changes of several bots at once wait for nobody in a circle', async () => {
  const both = (bots: number[]) =>
    server.app.db.transaction(async (tx) => {
      for (const bot of bots) touch(tx, server.app, bot, ['leads']);
    });
  const before = await Promise.all([BOT, 7].map((bot) => liveHead(server.app.db, bot)));
  await Promise.all(Array.from({ length: 20 }, (_, n) => both(n % 2 ? [BOT, 7] : [7, BOT])));
  const after = await Promise.all([BOT, 7].map((bot) => liveHead(server.app.db, bot)));
  expect(after).toEqual(before.map((live) => live + 20));
});
