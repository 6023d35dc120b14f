/** One check of reach for every call that changes a link: as a matrix of callers, of whom they change, and of calls. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '../../contract/permissions.ts';
import type { Area, RoleName } from '../../contract/states.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type TestServer } from '../testing.ts';
import { builtIn, fault } from './testing.ts';

let server: TestServer;
let places = 3_000;
beforeAll(async () => {
  server = await startTestServer();
  // The built-in roles are known once somebody has each.
  await server.addBot(1);
  for (const role of ['propietario', 'administrador', 'agente'] as const)
    await server.link(await server.addPerson(`con ${role}`), 1, role);
});
afterAll(() => server.close());

const TEAM: Record<string, Permission[]> = {
  live: ['read', 'add'],
  agentes: ['read', 'delete'],
  edit_agent: ['read', 'edit'],
  new_agent: ['read', 'add'],
  associate_agent: ['read', 'add'],
  role_list: ['read', 'edit'],
  new_role: ['read', 'add'],
};
/** A link of a bot: a built-in role, or one with the permissions of a team's leader, or with Live alone. */
interface Kind {
  base: RoleName;
  own?: 'team' | 'live';
  areas?: Area[];
}
const KINDS = {
  owner: { base: 'propietario' },
  admin: { base: 'administrador' },
  manager: { base: 'administrador', own: 'team' },
  leader: { base: 'agente', own: 'team' },
  salesLeader: { base: 'agente', own: 'team', areas: ['ventas'] },
  agent: { base: 'agente' },
  helper: { base: 'agente', own: 'live' },
  seller: { base: 'agente', own: 'live', areas: ['ventas'] },
  supporter: { base: 'agente', own: 'live', areas: ['ventas', 'soporte'] },
} as const satisfies Record<string, Kind>;
type KindName = keyof typeof KINDS;

interface Place {
  botId: number;
  roles: Record<'team' | 'live' | 'teamAdmin', number>;
  caller: Person;
  callerLink: number;
  otherLink: number;
}

let people = 0;
async function place(callerKind: KindName, otherKind: KindName): Promise<Place> {
  const botId = ++places;
  await server.addBot(botId);
  const roles = {
    team: await server.addRole(botId, 'agente', TEAM),
    live: await server.addRole(botId, 'agente', { live: ['read', 'add'] }),
    teamAdmin: await server.addRole(botId, 'administrador', TEAM),
  };
  const join = async (kind: Kind) => {
    const person = await server.addPerson(`p${++people}`);
    const { base, own, areas = [] } = kind;
    const link = await server.link(person, botId, base, [...areas]);
    if (own) {
      const role = own === 'live' ? roles.live : base === 'agente' ? roles.team : roles.teamAdmin;
      await server.app.db.query(sql`update user_bots set role_id = ${role} where id = ${link}`);
    }
    return { person, link };
  };
  // So that nobody is the last owner.
  await join({ base: 'propietario' });
  const other = await join(KINDS[otherKind]);
  const caller = await join(KINDS[callerKind]);
  return { botId, roles, caller: caller.person, callerLink: caller.link, otherLink: other.link };
}

/** Whom each caller reaches; nobody else. What an administrador's matrix row does not hold is refused before. */
const REACHES: Record<'owner' | 'manager' | 'leader' | 'salesLeader', KindName[]> = {
  owner: Object.keys(KINDS) as KindName[],
  manager: ['manager', 'leader', 'salesLeader', 'helper', 'seller', 'supporter'],
  leader: ['leader', 'salesLeader', 'helper', 'seller', 'supporter'],
  salesLeader: ['salesLeader', 'seller'],
};
const CALLERS = Object.keys(REACHES) as (keyof typeof REACHES)[];

describe.each(CALLERS)('%s', (callerKind) => {
  it.each(Object.keys(KINDS) as KindName[])('unlinks and edits %s, or neither', async (otherKind) => {
    const reached = REACHES[callerKind].includes(otherKind);
    const at = await place(callerKind, otherKind);
    const before = await linkRow(at.otherLink);
    const edit = await server.call('PUT', `/svc/main/userbot/relation/${at.otherLink}`, {
      as: at.caller,
      body: { assignments: false },
    });
    expect(edit.status).toBe(reached ? 200 : 403);
    if (!reached) expect(await linkRow(at.otherLink)).toEqual(before);
    const unlink = await server.call('DELETE', `/svc/main/userbot/userbotdestroy/${at.otherLink}`, {
      as: at.caller,
    });
    expect(unlink.status).toBe(reached ? 200 : 403);
    expect((await linkRow(at.otherLink)) === undefined).toBe(reached);
  });
});

const linkRow = async (id: number) =>
  (await server.app.db.query(sql`select role_id, category, assignments from user_bots where id = ${id}`))[0];

const roleIdOf = async ({ roles }: Place, name: GivenRole) =>
  name in roles ? roles[name as keyof typeof roles] : builtIn(server, name);
type GivenRole = keyof Place['roles'] | RoleName;

/** What each caller may give, to anybody: role with areas, and the field that the refusal stands at. */
const GIFTS: [caller: keyof typeof REACHES, role: GivenRole, areas: Area[], refused: string | null][] = [
  ['owner', 'administrador', ['general'], null],
  ['owner', 'propietario', ['general'], 'role_id'],
  ['manager', 'teamAdmin', ['general'], null],
  ['manager', 'administrador', ['general'], 'role_id'],
  ['leader', 'team', ['general', 'soporte'], null],
  ['leader', 'teamAdmin', ['general'], 'role_id'],
  ['leader', 'agente', ['general'], 'role_id'],
  ['salesLeader', 'live', ['ventas'], null],
  ['salesLeader', 'live', ['ventas', 'soporte'], 'category'],
  ['salesLeader', 'live', ['general'], 'category'],
  ['salesLeader', 'teamAdmin', ['ventas'], 'role_id'],
];

describe.each(GIFTS)('%s gives %s with %s', (callerKind, roleName, areas, refused) => {
  const judge = (answer: Parameters<typeof fault>[0], fine: number) => {
    if (refused === null) expect(answer.status, JSON.stringify(answer.body)).toBe(fine);
    else expect(fault(answer)).toMatchObject({ status: 422, fields: [refused] });
  };

  it('by editing somebody, or themselves', async () => {
    const at = await place(callerKind, 'seller');
    const body = { role_id: await roleIdOf(at, roleName), category: areas };
    const edit = (link: number) =>
      server.call('PUT', `/svc/main/userbot/relation/${link}`, { as: at.caller, body });
    judge(await edit(at.otherLink), 200);
    // Of an owner's own link it is what they have.
    if (roleName === 'propietario') return;
    const own = await linkRow(at.callerLink);
    judge(await edit(at.callerLink), 200);
    if (refused !== null) expect(await linkRow(at.callerLink)).toEqual(own);
  });

  it('by associating and by inviting', async () => {
    const at = await place(callerKind, 'seller');
    const guest = await server.addPerson(`invitada${++people}`);
    for (const email of [guest.email, `nadie${people}@b.cl`]) {
      const body = { email, bot_id: at.botId, role_id: await roleIdOf(at, roleName), category: areas };
      judge(await server.call('POST', '/svc/main/userbot/userbotnew', { as: at.caller, body }), 201);
    }
  });

  it('by creating an agent, and by the link that follows', async () => {
    const at = await place(callerKind, 'seller');
    const role_id = await roleIdOf(at, roleName);
    const body = {
      'agent[name]': 'Rosa',
      'agent[email]': `rosa${++people}@b.cl`,
      'agent[password]': 'secreto',
      'agent[password_confirmation]': 'secreto',
      'agent[bot_id]': at.botId,
      'agent[role_id]': role_id,
      'agent[category]': areas.join(','),
    };
    judge(await server.call('POST', '/svc/main/agents', { as: at.caller, body }), 200);
    const person = await server.addPerson(`borrador${++people}`);
    await server.app.db.query(sql`
      insert into agent_drafts (user_id, bot_id, created_by, assignments, automatic_assignments, created_at)
      values (${person.id}, ${at.botId}, ${at.caller.id}, true, true, now())`);
    const user_bot = { user_id: person.id, bot_id: at.botId, role_id, category: areas };
    judge(await server.call('POST', '/svc/main/userbot', { as: at.caller, body: { user_bot } }), 200);
  });
});

it('an area less than one’s own can’t be won back by oneself', async () => {
  const at = await place('salesLeader', 'seller');
  const widen = (category: Area[]) =>
    server.call('PUT', `/svc/main/userbot/relation/${at.callerLink}`, { as: at.caller, body: { category } });
  expect(fault(await widen(['ventas', 'soporte']))).toMatchObject({ status: 422, fields: ['category'] });
  expect(fault(await widen([]))).toMatchObject({ status: 422, fields: ['category'] });
  expect((await widen(['ventas'])).status).toBe(200);
});

it('nobody changes a role whose holders are beyond their reach, nor an invitation', async () => {
  const at = await place('salesLeader', 'supporter');
  const draft = { name: 'Otra', base: 'agente', permissions: [{ view_name: 'live', permissions: ['read'] }] };
  const change = () => server.call('PUT', `/svc/main/role/${at.roles.live}`, { as: at.caller, body: draft });
  expect((await change()).status).toBe(403);
  await server.app.db.query(sql`update user_bots set category = '["ventas"]' where id = ${at.otherLink}`);
  expect((await change()).status).toBe(200);

  const leader = await place('leader', 'helper');
  const seller = await server.addPerson(`vendedora${++people}`);
  const link = await server.link(seller, leader.botId, 'agente', ['ventas']);
  await server.app.db.query(sql`update user_bots set role_id = ${leader.roles.team} where id = ${link}`);
  const body = {
    email: 'lejos@b.cl',
    bot_id: leader.botId,
    role_id: leader.roles.live,
    category: ['soporte'],
  };
  await server.call('POST', '/svc/main/userbot/userbotnew', { as: leader.caller, body });
  const list = (as: Person) =>
    server
      .call('GET', `/svc/main/userbot/invitations/${leader.botId}`, { as })
      .then((answer) => answer.body as { id: number; may_change: boolean }[]);
  const [row] = await list(seller);
  expect(row).toMatchObject({ may_change: false });
  const path = `/svc/main/userbot/invitation/${row?.id}`;
  expect((await server.call('POST', `${path}/resend`, { as: seller })).status).toBe(422);
  expect((await server.call('DELETE', path, { as: seller })).status).toBe(422);
  expect(
    fault(
      await server.call('POST', '/svc/main/userbot/userbotnew', {
        as: seller,
        body: { ...body, category: ['ventas'] },
      }),
    ),
  ).toMatchObject({ status: 422, fields: ['category'] });
  expect((await server.call('DELETE', path, { as: leader.caller })).status).toBe(200);
});
