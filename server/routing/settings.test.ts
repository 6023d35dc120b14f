/** Rules of assignment over HTTP: who may save what, and what a try-out says (server/routing/SPEC.md). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayIn, startOfDay } from '../../contract/days.ts';
import type { BotRouting, RoutingRule, RoutingSettings, TriedTalk } from '../../contract/entities/routing.ts';
import { ANY_CONVERSATION, NO_LIMIT, NO_SKILLS } from '../../contract/routing/blank.ts';
import { ROUTING_LIMITS } from '../../contract/routing-limits.ts';
import { fault } from '../access/testing.ts';
import { sql } from '../platform/database/database.ts';
import { type Person, startTestServer, type Team, type TestServer } from '../testing.ts';

const rule = (change: Partial<RoutingRule> = {}): RoutingRule => ({
  id: 'r1',
  name: 'Soporte',
  enabled: true,
  when: ANY_CONVERSATION,
  to: { area: 'soporte' },
  skills: NO_SKILLS,
  strategy: 'round_robin',
  overflow: [],
  otherwise: 'team',
  ...change,
});

let server: TestServer;
let team: Team;
beforeAll(async () => {
  server = await startTestServer();
  team = await server.addTeam(64);
});
afterAll(() => server.close());

const at = '/svc/main/bot/64/routing';
const read = async (as: Person = team.owner) => (await server.call('GET', at, { as })).body as BotRouting;
const settings = (change: Partial<RoutingSettings> = {}) => ({
  rules: [],
  capacity: NO_LIMIT,
  overrides: [],
  ...change,
});
const save = async (change: object, as: Person = team.owner, revision?: number) =>
  server.call('PUT', at, {
    as,
    body: { revision: revision ?? (await read()).revision, ...settings(), ...change },
  });
const tryOut = (change: object, as: Person = team.owner) =>
  server.call('POST', `${at}/try`, { as, body: { ...settings(), ...change } });

describe('rules and capacity', () => {
  it('ROUTE-8 are nobody’s until somebody saves them, and then stand as they were saved, with what they may name', async () => {
    expect(await read()).toMatchObject({ revision: 0, rules: [], capacity: NO_LIMIT, auto_assign: false });
    const rules = [
      rule({
        name: '  De\u202E  la   tienda ',
        when: { ...ANY_CONVERSATION, page: ' /tienda ', tags: ['vip', 'vip'] },
      }),
      rule({ id: 'r2', to: { people: [team.ana.id] }, overflow: ['ventas'] }),
    ];
    const overrides = [{ user_id: team.bruno.id, capacity: { ...NO_LIMIT, total: 2 } }];
    const saved = await save({ rules, capacity: { ...NO_LIMIT, total: 5, whatsapp: 3 }, overrides });
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({
      revision: 1,
      rules: [{ name: 'De la tienda', when: { page: '/tienda', tags: ['vip'] } }, { id: 'r2' }],
      capacity: { total: 5, whatsapp: 3 },
      overrides,
      things: {
        people: expect.arrayContaining([
          { id: team.ana.id, name: 'ana', areas: [], answers_areas: true, receives: true },
        ]),
      },
    });
    expect(await read()).toEqual(saved.body);
    const audits = await server.call('GET', '/svc/audit/registers/64?type=bot_routing', { as: team.owner });
    expect(JSON.stringify(audits.body)).toContain('Equipo de soporte, por turnos');
  });

  it('ROUTE-8 over another’s save they are refused with who and what, and nothing of theirs is lost', async () => {
    const before = await read();
    await save({ rules: [rule({ name: 'De otra' })] });
    const late = await save({ rules: [rule({ name: 'Mía' })] }, team.owner, before.revision);
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({
      details: {
        by: 'olga',
        theirs: expect.arrayContaining([{ field: 'rules', value: expect.stringContaining('De otra') }]),
      },
    });
    expect((await read()).rules[0]?.name).toBe('De otra');
  });

  it('ROUTE-8 are read and saved by who may edit the bot alone; of another bot they do not exist', async () => {
    for (const as of [team.ana]) {
      expect((await server.call('GET', at, { as })).status).toBe(403);
      expect((await save({ rules: [rule()] }, as)).status).toBe(403);
      expect((await tryOut({}, as)).status).toBe(403);
    }
    expect((await server.call('GET', at, { as: team.stranger })).status).toBe(404);
    expect((await save({ rules: [rule()] }, team.stranger)).status).toBe(404);
    expect((await tryOut({}, team.stranger)).status).toBe(404);
  });

  const skillOf = async (botId: number, name: string) => {
    const [row] = await server.app.db.query<{ id: number }>(sql`
      insert into skills (bot_id, name) values (${botId}, ${name}) returning id`);
    return row?.id ?? 0;
  };
  it('ROUTE-13 ask for skills of this bot alone, of which one that is deleted stays in its rule as gone', async () => {
    const english = await skillOf(64, 'Inglés');
    const theirs = await skillOf(7, 'Ruso');
    const asks = (...ids: number[]) => [rule({ skills: { match: 'all', ids } })];
    for (const ids of [[theirs], [english, english], [999_999]]) {
      const refused = await save({ rules: asks(...ids) });
      expect([refused.status, fault(refused).fields]).toEqual([422, ['rules.0']]);
    }
    const many = await save({ rules: asks(...Array.from({ length: 11 }, (_, at) => at + 1)) });
    expect(many.status).toBe(400);
    expect((await save({ rules: asks(english) })).status).toBe(200);
    expect((await read()).things.skills).toEqual([{ id: english, name: 'Inglés', people: 0 }]);
    const gone = await server.call('DELETE', `/svc/main/skills/64/${english}`, { as: team.owner });
    expect(gone.status).toBe(200);
    const after = await read();
    expect([after.rules[0]?.skills.ids, after.things.skills]).toEqual([[english], []]);
    // What stood there may stand, and what is gone can't come back anywhere else.
    expect((await save({ rules: after.rules })).status).toBe(200);
  });

  it('ROUTE-14 names campaigns, own fields and skills to who may read those alone; others keep what is there', async () => {
    const campaign = await campaignOf(64, 'campaign-secret');
    const other = await campaignOf(64, 'campaign-other');
    const french = await skillOf(64, 'Francés');
    await server.app.db.query(sql`
      insert into lead_fields (id, bot_id, key, label, type, options, place, created_at)
      values ('f-secret', 64, 'deuda', 'Deuda vencida', 'text', '[]', 1, now())`);
    const field = { field: 'own:deuda', op: 'is' as const, value: 'sí' };
    const named = rule({
      when: { ...ANY_CONVERSATION, campaigns: [campaign], fields: [field] },
      skills: { match: 'any', ids: [french] },
    });
    expect((await save({ rules: [named] })).status).toBe(200);
    const role = await server.addRole(64, 'administrador', { chatbot: ['read', 'edit'] });
    const narrow = await server.addPerson('solo-reglas');
    const relation = await server.link(narrow, 64, 'administrador');
    await server.app.db.query(sql`update user_bots set role_id = ${role} where id = ${relation}`);
    const seen = await read(narrow);
    expect(JSON.stringify(seen)).not.toMatch(/Cyber|Deuda vencida|Francés/);
    expect(seen.things.campaigns).toEqual([{ id: campaign, name: '' }]);
    expect(seen.things.fields).toContainEqual({ field: 'own:deuda', label: '' });
    expect(seen.things.fields).toContainEqual({ field: 'city', label: 'Ciudad' });
    expect(seen.things.skills).toEqual([{ id: french, name: '', people: 0 }]);
    // They save what they see, and guess nothing that they do not.
    const kept = await save({ rules: [{ ...named, name: 'Otro nombre' }] }, narrow);
    expect(kept.status).toBe(200);
    expect(JSON.stringify(kept.body)).not.toMatch(/Cyber|Deuda vencida|Francés/);
    const guessed = rule({ when: { ...ANY_CONVERSATION, campaigns: [other] } });
    expect((await save({ rules: [guessed] }, narrow)).status).toBe(422);
    expect((await tryOut({ rules: [guessed] }, narrow)).status).toBe(422);
    const late = await save({ rules: [named] }, narrow, 0);
    expect(late.status).toBe(409);
    expect(JSON.stringify(late.body)).not.toMatch(/Cyber|Deuda vencida|Francés/);
    expect((await read()).things.campaigns.map(({ name }) => name)).toContain('Cyber');
  });

  const campaignOf = async (botId: number, id: string) => {
    await server.app.db.query(sql`
      insert into campaigns (id, bot_id, name, template_name, template_language, slots, audience, audience_text, state,
        created_by, run_by, temporal_id, created_at)
      values (${id}, ${botId}, 'Cyber', 'x', 'es', '[]', '{}', '', 'draft', 1, 1, ${id}, now())`);
    return id;
  };
  it('ROUTE-8 name nothing of another bot: neither its people, nor its campaigns, nor its fields', async () => {
    const before = await read();
    const theirs = await campaignOf(7, 'campaign-of-7');
    const stranger = team.stranger.id;
    const field = { field: 'own:talla', op: 'is' as const, value: 'M' };
    for (const strange of [
      { rules: [rule({ to: { people: [team.ana.id, stranger] } })] },
      { rules: [rule({ when: { ...ANY_CONVERSATION, campaigns: [theirs] } })] },
      { rules: [rule({ when: { ...ANY_CONVERSATION, fields: [field] } })] },
      { overrides: [{ user_id: stranger, capacity: NO_LIMIT }] },
    ]) {
      const refused = await save(strange);
      expect([refused.status, fault(refused).fields]).toEqual([
        422,
        ['rules' in strange ? 'rules.0' : 'overrides'],
      ]);
      expect((await tryOut(strange)).status).toBe(422);
    }
    expect(await read()).toEqual(before);
    expect(
      (
        await save({
          rules: [
            rule({ when: { ...ANY_CONVERSATION, campaigns: [await campaignOf(64, 'campaign-of-64')] } }),
          ],
        })
      ).status,
    ).toBe(200);
  });

  it('ROUTE-8 keep what is gone, which the screen tells, and take nothing new that is', async () => {
    const carla = await server.addPerson('carla');
    const relation = await server.link(carla, 64, 'agente', ['ventas']);
    const rules = [rule({ to: { people: [carla.id] } })];
    expect((await save({ rules })).status).toBe(200);
    expect(
      (await server.call('DELETE', `/svc/main/agents/bots/${relation}`, { as: team.owner })).status,
    ).toBeLessThan(500);
    await server.app.db.query(sql`delete from user_bots where id = ${relation}`);
    expect((await save({ rules: [...rules, rule({ id: 'r2', name: 'Otra' })] })).status).toBe(200);
    await save({ rules: [rule()] });
    expect((await save({ rules })).status).toBe(422);
  });

  const WRONG = [
    ['10^12 as capacity', { capacity: { ...NO_LIMIT, total: 10 ** 12 } }, 400],
    ['no conversation at all', { capacity: { ...NO_LIMIT, web: 0 } }, 400],
    ['half a conversation', { capacity: { ...NO_LIMIT, web: 1.5 } }, 400],
    ['10,000 rules', { rules: Array.from({ length: 10_000 }, (_, id) => rule({ id: String(id) })) }, 413],
    [
      'one rule too many',
      { rules: Array.from({ length: ROUTING_LIMITS.rules + 1 }, (_, id) => rule({ id: String(id) })) },
      400,
    ],
    ['a rule that is there twice', { rules: [rule(), rule()] }, 422],
    ['a rule without a name', { rules: [rule({ name: ' \u0000 ' })] }, 422],
    ['an overflow that turns in a circle', { rules: [rule({ overflow: ['ventas', 'soporte'] })] }, 422],
    ['an area that is none', { rules: [{ ...rule(), to: { area: 'cocina' } }] }, 400],
    ['both an area and people', { rules: [{ ...rule(), to: { area: 'soporte', people: [1] } }] }, 400],
    ['nobody', { rules: [rule({ to: { people: [] } })] }, 400],
    ['an endless text', { rules: [rule({ when: { ...ANY_CONVERSATION, page: 'x'.repeat(5_000) } })] }, 400],
  ] as const;
  it.each(WRONG)('ROUTE-8 take no wrong ones: %s', async (_, change, status) => {
    const before = await read();
    const refused = await save(change);
    expect(refused.status).toBe(status);
    expect((refused.body as { message: string }).message).not.toBe('');
    expect(await read()).toEqual(before);
  });
});

describe('a try-out', () => {
  const yesterday = (hour: number) => {
    const today = dayIn(server.app.clock.now().getTime());
    return new Date(startOfDay(addDays(today, -1)) + hour * 3_600_000);
  };
  async function asked(id: string, when: Date, change: { channel?: string; category?: string } = {}) {
    await server.addConversation(id, 64, { state: 'pending', category: null, agent_id: null });
    await server.app.db.query(sql`
      update conversations set channel = ${change.channel ?? 'web'}, category = ${change.category ?? null} where id = ${id}`);
    await server.app.db.query(sql`
      insert into transitions (id, bot_id, conversation_id, event, to_state, actor, at)
      values (${`step-${id}`}, 64, ${id}, 'handoff', 'pending', '{"kind":"visitor"}', ${when})`);
  }

  it('ROUTE-9 says of each of yesterday’s conversations where it would have gone and why, and changes nothing', async () => {
    await save({ rules: [] });
    await asked('ayer-1', yesterday(10));
    await asked('ayer-2', yesterday(12), { channel: 'whatsapp' });
    await asked('hoy', new Date());
    await asked('antes', yesterday(-20));
    const snapshot = () =>
      server.app.db.query(sql`
        select (select json_agg(c.* order by id) from conversations c where bot_id = 64)::text as talks,
          (select json_agg(t.* order by id) from transitions t where bot_id = 64)::text as steps,
          (select json_agg(r.*) from bot_routing r where bot_id = 64)::text as rules,
          (select log_head from bots where id = 64) as head`);
    const before = await snapshot();
    const answer = await tryOut({
      rules: [
        rule({ when: { ...ANY_CONVERSATION, channels: ['whatsapp'] } }),
        rule({ id: 'r2', name: 'Resto', to: { area: 'ventas' } }),
      ],
    });
    expect(answer.status).toBe(200);
    const { talks, more } = answer.body as { talks: TriedTalk[]; more: boolean };
    expect(more).toBe(false);
    expect(
      talks.map(({ conversation_id, reason }) => [conversation_id, reason.rule?.name, reason.waits]),
    ).toEqual([
      ['ayer-2', 'Soporte', 'team'],
      ['ayer-1', 'Resto', 'team'],
    ]);
    expect(talks[1]?.reason.passed).toEqual([{ name: 'Soporte', why: 'channel' }]);
    expect(await snapshot()).toEqual(before);
  });

  it('ROUTE-9 is bounded, and says that there was more', async () => {
    for (let at = 0; at < ROUTING_LIMITS.tried; at += 1) await asked(`muchas-${at}`, yesterday(9));
    const { talks, more } = (await tryOut({})).body as { talks: TriedTalk[]; more: boolean };
    expect([talks.length, more]).toEqual([ROUTING_LIMITS.tried, true]);
  });

  it('ROUTE-9 names nobody’s conversations to who reads none', async () => {
    const role = await server.addRole(64, 'administrador', { chatbot: ['read', 'edit'] });
    const person = await server.addPerson('solo-config');
    const relation = await server.link(person, 64, 'administrador');
    await server.app.db.query(sql`update user_bots set role_id = ${role} where id = ${relation}`);
    const { talks } = (await tryOut({}, person)).body as { talks: TriedTalk[] };
    expect(new Set(talks.map(({ lead_name }) => lead_name))).toEqual(new Set(['']));
  });
});
