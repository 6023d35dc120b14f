/** How conversations get their agent by rules: at a handover, when somebody has room, at once from many sides (server/routing/SPEC.md). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RoutingRule, RoutingSettings } from '../../../contract/entities/routing.ts';
import { ANY_CONVERSATION, NO_LIMIT, NO_SKILLS } from '../../../contract/routing/blank.ts';
import { createLocalBus } from '../../platform/bus.ts';
import { type Database, json, sql } from '../../platform/database/database.ts';
import type { BotSession } from '../../platform/http/session.ts';
import { createJobs } from '../../platform/jobs/durable-jobs.ts';
import { createLog } from '../../platform/log.ts';
import { wakeRouting } from '../../routing/wake.ts';
import { setAgentStatus } from '../live/agent-status.ts';
import { listSessions, showConversation } from '../queries/conversation.ts';
import type { World } from '../testing.ts';
import { changeCard } from './change-card.ts';
import { changeState } from './change-state.ts';
import { giveToTeam } from './give-to-team.ts';
import { registerGiving } from './give-waiting.ts';
import { CommandsWorld, refusal, type Scene } from './testing.ts';

const rule = (change: Partial<RoutingRule> = {}): RoutingRule => ({
  id: 'r1',
  name: 'Soporte primero',
  enabled: true,
  when: ANY_CONVERSATION,
  to: { area: 'soporte' },
  skills: NO_SKILLS,
  strategy: 'least_loaded',
  overflow: [],
  otherwise: 'team',
  ...change,
});

let stage: CommandsWorld;
let db: Database;
let world: World;
let scene: Scene;
let owner: BotSession;
let ana: BotSession;
let bruno: BotSession;
let carla: BotSession;
let botId: number;

beforeAll(async () => {
  stage = await CommandsWorld.open();
  ({ db, world } = stage);
});
afterAll(() => stage.close());
beforeEach(async () => {
  scene = await stage.scene();
  ({ owner, ana, bruno, carla, botId } = scene);
});

async function settle(settings: Partial<RoutingSettings>): Promise<void> {
  const { rules = [], capacity = NO_LIMIT, overrides = [] } = settings;
  await db.query(sql`
    insert into bot_routing (bot_id, revision, rules, capacity, overrides)
    values (${botId}, 1, ${json(rules)}, ${json(capacity)}, ${json(overrides)})
    on conflict (bot_id) do update set rules = excluded.rules, capacity = excluded.capacity`);
}
/** A customer who asks for a person. */
async function asks(): Promise<string> {
  const who = world.visitor(botId);
  world.pass(1000);
  return world.write(who, '', { button: 'persona', text: undefined });
}
const cardOf = async (id: string) => (await showConversation(db, owner.user.id, botId, id)).conversation;
const whyOf = async (id: string) => {
  const { sessions } = await listSessions(db, owner.user.id, botId, id);
  return sessions.at(-1)?.why;
};
const take = (by: BotSession, id: string) =>
  changeState(world.app, by, id, { state: 'taken', agent_id: by.user.id });
const close = (by: BotSession, id: string) => changeState(world.app, by, id, { state: 'closed' });
const active = (by: BotSession) =>
  db.transaction((tx) => setAgentStatus(tx, world.app, botId, by.user.id, 'active', { kind: 'system' }));

describe('a customer who asks for a person', () => {
  test('ROUTE-1 ROUTE-7 goes to the team of the first rule that fits, and the step says why', async () => {
    await settle({
      rules: [
        rule({ id: 'r0', name: 'De WhatsApp', when: { ...ANY_CONVERSATION, channels: ['whatsapp'] } }),
        rule(),
      ],
    });
    await world.connect(ana);
    await world.connect(bruno);
    const id = await asks();
    expect(await cardOf(id)).toMatchObject({ state: 'taken', agent_id: bruno.user.id, category: 'soporte' });
    expect(await whyOf(id)).toMatchObject({
      by: 'rule',
      rule: { id: 'r1', name: 'Soporte primero' },
      passed: [{ name: 'De WhatsApp', why: 'channel' }],
      chosen: { id: bruno.user.id, name: 'Bruno' },
      teams: [
        { area: 'soporte', people: [{ name: 'Bruno', outcome: 'chosen', load: 0 }, { outcome: 'away' }] },
      ],
    });
  });

  test('ROUTE-1 a bot without rules does as its setting says, and the step says so', async () => {
    await world.connect(ana);
    const left = await asks();
    expect(await cardOf(left)).toMatchObject({ state: 'pending', agent_id: null });
    expect(await whyOf(left)).toMatchObject({ by: 'default', waits: 'nobody' });
    await db.query(sql`update bots set auto_assign = true where id = ${botId}`);
    const given = await asks();
    expect(await cardOf(given)).toMatchObject({ state: 'taken', agent_id: ana.user.id, category: null });
    expect(await whyOf(given)).toMatchObject({ by: 'default', chosen: { name: 'Ana' } });
  });

  test('ROUTE-1 is judged by their page, their client’s fields and tags, and the campaign that wrote', async () => {
    const who = world.visitor(botId);
    const id = await world.write(who, 'hola');
    const [row] = await db.query<{ lead_id: string; visitor_id: string | null }>(
      sql`select lead_id, visitor_id from conversations where id = ${id}`,
    );
    const { lead_id = '', visitor_id = null } = row ?? {};
    await db.query(sql`update leads set city = 'Ñuñoa', tags = '["vip"]' where id = ${lead_id}`);
    await db.query(sql`
      insert into visits (visitor_id, bot_id, page, device, first_at, seen_at)
      values (${visitor_id}, ${botId}, 'https://tienda.test/cambios', '{}', now(), now())`);
    await world.connect(carla);
    const when = {
      ...ANY_CONVERSATION,
      tags: ['VIP'],
      page: '/cambios',
      fields: [{ field: 'city', op: 'is' as const, value: 'nunoa' }],
    };
    await settle({ rules: [rule({ when, to: { people: [carla.user.id] } })] });
    await world.write(who, '', { button: 'persona', text: undefined });
    expect(await cardOf(id)).toMatchObject({ state: 'taken', agent_id: carla.user.id });
  });

  test('ROUTE-12 waits for somebody who knows it, and goes to them as soon as they do', async () => {
    const [skill] = await db.query<{ id: number }>(sql`
      insert into skills (bot_id, name) values (${botId}, 'Inglés') returning id`);
    const id = skill?.id ?? 0;
    await settle({ rules: [rule({ skills: { match: 'all', ids: [id] } })] });
    await world.connect(bruno);
    const waiting = await asks();
    expect(await cardOf(waiting)).toMatchObject({ state: 'pending', category: 'soporte' });
    expect(await whyOf(waiting)).toMatchObject({
      waits: 'team',
      skills: { match: 'all', names: ['Inglés'] },
    });
    await db.query(sql`
      insert into user_skills (skill_id, bot_id, user_id) values (${id}, ${botId}, ${bruno.user.id})`);
    await db.transaction((tx) => wakeRouting(tx, world.app, botId));
    await world.app.jobs.runDue();
    expect(await cardOf(waiting)).toMatchObject({ state: 'taken', agent_id: bruno.user.id });
  });

  test('ROUTE-4 by turns, and whose turn it was outlives the process', async () => {
    await settle({ rules: [rule({ strategy: 'round_robin' })] });
    await world.connect(bruno);
    await world.connect(carla);
    const got = [];
    for (let at = 0; at < 4; at += 1) got.push((await cardOf(await asks())).agent_name);
    expect(got).toEqual(['Bruno', 'Carla', 'Bruno', 'Carla']);
    const [kept] = await db.query<{ turns: unknown }>(
      sql`select turns from bot_routing where bot_id = ${botId}`,
    );
    expect(kept?.turns).toEqual({ 'area:soporte': carla.user.id });
  });

  test('ROUTE-5 goes to the overflow when the team is full, and is left for all where the rule says so', async () => {
    await settle({
      rules: [rule({ to: { people: [bruno.user.id] }, overflow: ['ventas'], otherwise: 'all' })],
      capacity: { ...NO_LIMIT, total: 1 },
    });
    await world.connect(bruno);
    await world.connect(ana);
    expect((await cardOf(await asks())).agent_name).toBe('Bruno');
    expect(await cardOf(await asks())).toMatchObject({ agent_name: 'Ana', category: 'ventas' });
    const left = await asks();
    expect(await cardOf(left)).toMatchObject({ state: 'pending', category: null });
    expect(await whyOf(left)).toMatchObject({ waits: 'all', teams: [{ named: true }, { area: 'ventas' }] });
    // Left for all is for whoever takes it: the server gives it to nobody later.
    await close(
      bruno,
      (
        await db.query<{ id: string }>(sql`
      select id from conversations where bot_id = ${botId} and agent_id = ${bruno.user.id}`)
      )[0]?.id ?? '',
    );
    await world.app.jobs.runDue();
    expect(await cardOf(left)).toMatchObject({ state: 'pending' });
  });

  test('ROUTE-1 one who comes back to Pendientes is given by the rules, too', async () => {
    const who = world.visitor(botId);
    const id = await world.write(who, '', { button: 'persona', text: undefined });
    await changeState(world.app, owner, id, { state: 'inactive' });
    await settle({ rules: [rule()] });
    await world.connect(bruno);
    await world.write(who, 'volví');
    expect(await cardOf(id)).toMatchObject({ state: 'taken', agent_id: bruno.user.id });
    expect(await whyOf(id)).toMatchObject({ by: 'rule' });
  });
});

describe('what waits for its team', () => {
  beforeEach(() => settle({ rules: [rule()], capacity: { ...NO_LIMIT, total: 1 } }));

  test('ROUTE-6 is given in order of waiting, when somebody comes and when somebody has room', async () => {
    const [first, second, third] = [await asks(), await asks(), await asks()];
    await world.app.jobs.runDue();
    expect(await cardOf(first)).toMatchObject({ state: 'pending', category: 'soporte' });
    await world.connect(bruno);
    await db.query(
      sql`update user_bots set status = 'inactive' where bot_id = ${botId} and user_id = ${bruno.user.id}`,
    );
    await active(bruno);
    await world.app.jobs.runDue();
    expect((await cardOf(first)).agent_name).toBe('Bruno');
    expect(await whyOf(first)).toMatchObject({ by: 'rule', after_wait: true, chosen: { name: 'Bruno' } });
    expect((await cardOf(second)).state).toBe('pending');
    await close(bruno, first);
    await world.app.jobs.runDue();
    expect((await cardOf(second)).agent_name).toBe('Bruno');
    expect((await cardOf(third)).state).toBe('pending');
    // Given on: there is room again.
    await changeState(world.app, owner, second, { state: 'taken', agent_id: ana.user.id, reason: null });
    await world.app.jobs.runDue();
    expect((await cardOf(third)).agent_name).toBe('Bruno');
  });

  test('ROUTE-2 ROUTE-6 who is away by plan gets none, and what waits for them is given at the end of it', async () => {
    await settle({ rules: [rule()] });
    await world.connect(bruno);
    await active(bruno);
    const from = world.app.clock.now().getTime() + 3_600_000;
    const to = new Date(from + 3_600_000);
    await db.query(sql`
      insert into absences (id, bot_id, user_id, starts_at, ends_at, reason, once, created_at)
      values (${world.app.ids()}, ${botId}, ${bruno.user.id}, ${new Date(from)}, ${to}, 'permiso', ${world.app.ids()}, now())`);
    await db.transaction((tx) => wakeRouting(tx, world.app, botId, to));
    world.pass(90 * 60_000);
    await db.query(sql`update presence_leases set expires_at = 'infinity'`);
    const id = await asks();
    await world.app.jobs.runDue();
    expect(await cardOf(id)).toMatchObject({ state: 'pending', agent_id: null });
    expect(JSON.stringify(await whyOf(id))).toContain('"absent"');
    world.pass(3_600_000);
    await world.app.jobs.runDue();
    expect((await cardOf(id)).agent_name).toBe('Bruno');
  });

  test('ROUTE-6 one whose team is full holds up nobody behind it', async () => {
    await settle({
      rules: [
        rule({ when: { ...ANY_CONVERSATION, tags: ['vip'] } }),
        rule({ id: 'r2', to: { area: 'ventas' } }),
      ],
      capacity: { ...NO_LIMIT, total: 1 },
    });
    const vip = world.visitor(botId);
    const waitsForSupport = await world.write(vip, 'hola');
    await changeCard(world.app, owner, waitsForSupport, { tags: ['vip'] });
    await world.write(vip, '', { button: 'persona', text: undefined });
    const waitsForSales = await asks();
    await world.connect(ana);
    await db.query(
      sql`update user_bots set status = 'absent' where bot_id = ${botId} and user_id = ${ana.user.id}`,
    );
    await active(ana);
    await world.app.jobs.runDue();
    expect((await cardOf(waitsForSales)).agent_name).toBe('Ana');
    expect((await cardOf(waitsForSupport)).state).toBe('pending');
  });

  test('ROUTE-6 whatever else moves it ends the wait', async () => {
    const id = await asks();
    await take(carla, id);
    await changeState(world.app, carla, id, { state: 'pending' });
    await world.connect(bruno);
    await active(bruno);
    await world.app.jobs.runDue();
    expect((await cardOf(id)).state).toBe('pending');
  });

  test('ROUTE-6 in another area it waits for that one', async () => {
    const id = await asks();
    await changeCard(world.app, owner, id, { category: 'ventas' });
    await world.connect(ana);
    await world.app.jobs.runDue();
    expect(await cardOf(id)).toMatchObject({ state: 'taken', agent_name: 'Ana', category: 'ventas' });
    expect(await whyOf(id)).toMatchObject({ by: 'hand', after_wait: true });
  });

  test('ROUTE-6 by a rule that is gone nobody gets it, and nothing turns in circles', async () => {
    const id = await asks();
    await settle({ rules: [], capacity: NO_LIMIT });
    await world.connect(bruno);
    await db.query(
      sql`update user_bots set status = 'absent' where bot_id = ${botId} and user_id = ${bruno.user.id}`,
    );
    await active(bruno);
    expect(await world.app.jobs.runDue()).toBeLessThan(10);
    expect((await cardOf(id)).state).toBe('pending');
  });
});

describe('given to a team by hand', () => {
  const toTeam = async (by: BotSession, id: string, reason: string | null = null) => {
    const { state, agent_id } = await cardOf(id);
    return giveToTeam(world.app, by, id, { team: 'soporte', seen: { state, agent_id }, reason });
  };

  test('ROUTE-10 goes to whoever of it has room and has it not already; the step says why, and they are told', async () => {
    const id = await asks();
    await take(carla, id);
    await world.connect(bruno);
    await world.connect(carla);
    await toTeam(carla, id, 'sabe de cables');
    expect(await cardOf(id)).toMatchObject({ state: 'taken', agent_name: 'Bruno', category: 'soporte' });
    expect(await whyOf(id)).toMatchObject({
      by: 'hand',
      teams: [
        {
          people: [
            { name: 'Bruno', outcome: 'chosen' },
            { name: 'Carla', outcome: 'holder' },
          ],
        },
      ],
    });
    const told = await db.query<{ user_id: number }>(sql`
      select user_id from notifications where conversation_id = ${id} and icon = 'transfer'`);
    expect(told).toEqual([{ user_id: bruno.user.id }]);
  });

  test('ROUTE-10 waits for the team at a bot without rules, too, and is given as somebody comes', async () => {
    const [active1, pending1, taken1] = [
      await world.write(world.visitor(botId), 'hola'),
      await asks(),
      await asks(),
    ];
    await take(ana, taken1);
    for (const id of [active1, pending1, taken1]) {
      await toTeam(owner, id);
      expect(await cardOf(id)).toMatchObject({ state: 'pending', category: 'soporte', agent_id: null });
      expect(await whyOf(id)).toMatchObject({ by: 'hand', waits: 'team' });
    }
    await world.connect(bruno);
    await db.query(
      sql`update user_bots set status = 'absent' where bot_id = ${botId} and user_id = ${bruno.user.id}`,
    );
    await active(bruno);
    await world.app.jobs.runDue();
    for (const id of [active1, pending1, taken1]) expect((await cardOf(id)).agent_name).toBe('Bruno');
  });

  test('ROUTE-10 once: the same again is refused, and so is what was seen otherwise, what is over, and who may not', async () => {
    const id = await asks();
    await world.connect(bruno);
    await world.connect(carla);
    const change = { team: 'soporte', seen: { state: 'pending', agent_id: null } } as const;
    await giveToTeam(world.app, owner, id, change);
    const before = await scene.head();
    expect(await refusal(giveToTeam(world.app, owner, id, change))).toMatchObject({ code: 'already_taken' });
    await close(owner, id);
    const seen = { state: 'closed', agent_id: bruno.user.id } as const;
    expect(await refusal(giveToTeam(world.app, owner, id, { team: 'soporte', seen }))).toMatchObject({
      code: 'illegal_move',
    });
    const other = await asks();
    const bare = { ...ana, link: { ...ana.link, role: { ...ana.link.role, permissions: [] } } };
    expect(await refusal(giveToTeam(world.app, bare, other, change))).toMatchObject({ code: 'forbidden' });
    expect(before).toBeGreaterThan(0);
  });

  test('ROUTE-10 of two who give it to a team at once one does', async () => {
    const id = await asks();
    await world.connect(bruno);
    const change = { team: 'soporte', seen: { state: 'pending', agent_id: null } } as const;
    const done = await Promise.allSettled([1, 2, 3].map(() => giveToTeam(world.app, owner, id, change)));
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('at once', () => {
  /** Another process on the same database. */
  function process(name: string) {
    const log = createLog('error');
    let count = 0;
    const { clock } = world.app;
    const ids = () => `${name}-${botId}-${String(++count).padStart(8, '0')}`;
    const jobs = createJobs({ db, clock, ids, log });
    const app = { ...world.app, bus: createLocalBus(log), jobs, ids } as typeof world.app;
    registerGiving(app);
    return { app, jobs };
  }
  const loads = async () =>
    db.query<{ agent_id: number | null; count: number }>(sql`
      select agent_id, count(*)::int as count from conversations
      where bot_id = ${botId} and state = 'taken' group by agent_id order by agent_id`);

  test('ROUTE-2 twenty customers at once: nobody gets more than they may, and the rest waits', async () => {
    await settle({
      rules: [rule({ strategy: 'round_robin' })],
      capacity: { ...NO_LIMIT, total: 3 },
      overrides: [{ user_id: carla.user.id, capacity: { ...NO_LIMIT, total: 4 } }],
    });
    await world.connect(bruno);
    await world.connect(carla);
    const ids = await Promise.all(Array.from({ length: 20 }, () => asks()));
    expect(await loads()).toEqual([
      { agent_id: bruno.user.id, count: 3 },
      { agent_id: carla.user.id, count: 4 },
    ]);
    const waiting = await db.query<{ count: number }>(sql`
      select count(*)::int as count from conversations where bot_id = ${botId} and waits_for is not null`);
    expect(waiting).toEqual([{ count: ids.length - 7 }]);
  });

  test('ROUTE-3 ROUTE-2 ROUTE-6 processes that give, people who close, give back and let lie, customers who ask: in every order nobody has too many, nothing is given twice, and nothing waits while there is room', async () => {
    await settle({ rules: [rule()], capacity: { ...NO_LIMIT, total: 2 } });
    const [one, two] = [process('one'), process('two')];
    await world.connect(bruno);
    await world.connect(carla);
    const talks = await Promise.all(Array.from({ length: 12 }, () => asks()));
    const attempt = (work: Promise<unknown>) =>
      work.catch((error: unknown) => {
        if ((error as { status?: number }).status === undefined && !('code' in (error as object)))
          throw error;
      });
    let seed = 7;
    const random = (under: number) => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return (seed >>> 8) % under;
    };
    for (let round = 0; round < 12; round += 1) {
      const some = () => talks[random(talks.length)] ?? '';
      const act = () => {
        const id = some();
        const by = random(2) ? bruno : carla;
        switch (random(4)) {
          case 0:
            return close(owner, id);
          case 1:
            return changeState(world.app, owner, id, { state: 'active' });
          case 2:
            return changeState(world.app, owner, id, { state: 'inactive' });
          default:
            return changeCard(world.app, by, id, { tags: [`t${round}`] });
        }
      };
      await Promise.all([
        ...Array.from({ length: 4 }, () => attempt(act())),
        asks().then((id) => talks.push(id)),
        one.jobs.runDue(),
        two.jobs.runDue(),
      ]);
      while ((await one.jobs.runDue()) + (await two.jobs.runDue()) > 0);
      const now = await loads();
      expect(Math.max(0, ...now.map(({ count }) => count))).toBeLessThanOrEqual(2);
      const [waits] = await db.query<{ count: number }>(sql`
        select count(*)::int as count from conversations
        where bot_id = ${botId} and waits_for is not null and state = 'pending'`);
      const had = now.reduce((sum, { count }) => sum + count, 0);
      if ((waits?.count ?? 0) > 0) expect(had).toBe(4);
    }
    // Each step of giving is of a conversation that nobody had.
    const doubled = await db.query(sql`
      select 1 from transitions where bot_id = ${botId} and event = 'handoff_assigned' and from_state = 'taken'`);
    expect(doubled).toEqual([]);
    await one.jobs.stop();
    await two.jobs.stop();
  });
});
