/** Who gets a conversation, and why (server/routing/SPEC.md). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Capacity, type RoutingRule, routingReason } from '../../contract/entities/routing.ts';
import { ANY_CONVERSATION, NO_LIMIT, NO_SKILLS } from '../../contract/routing/blank.ts';
import { routingFault } from '../../contract/routing/rules.ts';
import { ROUTING_LIMITS } from '../../contract/routing-limits.ts';
import { AREAS, CHANNELS } from '../../contract/states.ts';
import type { RoutingPerson } from './availability.ts';
import type { RoutingTalk } from './conditions.ts';
import { decideRouting, type Routed, type RoutingFacts } from './decide.ts';

const rule = (id: string, change: Partial<RoutingRule> = {}): RoutingRule => ({
  id,
  name: `Regla ${id}`,
  enabled: true,
  when: ANY_CONVERSATION,
  to: { area: 'soporte' },
  skills: NO_SKILLS,
  strategy: 'least_loaded',
  overflow: [],
  otherwise: 'team',
  ...change,
});
const person = (id: number, change: Partial<RoutingPerson> = {}): RoutingPerson => ({
  id,
  name: `Persona ${id}`,
  base: 'agente',
  areas: ['soporte'],
  skills: [],
  answers: true,
  receives: true,
  automatic: true,
  connected: true,
  absent: false,
  total: 0,
  by_channel: {},
  last_at: null,
  ...change,
});
const TALK: RoutingTalk = {
  channel: 'web',
  area: null,
  tags: [],
  open: true,
  page: null,
  origin: null,
  fields: {},
  campaigns: [],
};

function facts(change: {
  rules?: RoutingRule[];
  people?: RoutingPerson[];
  talk?: Partial<RoutingTalk>;
  capacity?: Partial<Capacity>;
  overrides?: RoutingFacts['settings']['overrides'];
  turns?: Record<string, number>;
  auto_assign?: boolean;
  holder?: number;
}): RoutingFacts {
  const people = change.people ?? [person(1), person(2)];
  return {
    talk: { ...TALK, ...change.talk },
    settings: {
      rules: change.rules ?? [],
      capacity: { ...NO_LIMIT, ...change.capacity },
      overrides: change.overrides ?? [],
    },
    auto_assign: change.auto_assign ?? false,
    people,
    things: {
      people: people.map(({ id, name }) => ({ id, name, areas: [], answers_areas: true, receives: true })),
      campaigns: [{ id: 'c1', name: 'Cyber' }],
      fields: [{ field: 'city', label: 'Ciudad' }],
      skills: [
        { id: 1, name: 'Inglés' },
        { id: 2, name: 'Francés' },
      ],
    },
    turns: change.turns ?? {},
    holder: change.holder ?? null,
  };
}
const byRules = (change: Parameters<typeof facts>[0]): Routed => {
  const routed = decideRouting(facts(change), { kind: 'rules' });
  if (!routed) throw new Error('The rules always answer');
  return routed;
};
const outcomes = ({ reason }: Routed) =>
  reason.teams.map(({ people }) => people.map(({ name, outcome }) => `${name}: ${outcome}`));

describe('rules', () => {
  it('ROUTE-1 are asked in order; the first that fits decides, and the reason says why the others were passed over', () => {
    const routed = byRules({
      rules: [
        rule('a', { when: { ...ANY_CONVERSATION, channels: ['whatsapp'] } }),
        rule('b', { when: { ...ANY_CONVERSATION, tags: ['VIP'] } }),
        rule('off', { enabled: false }),
        rule('c', { when: { ...ANY_CONVERSATION, hours: 'open', page: '/Envíos' } }),
        rule('d'),
      ],
      talk: { page: 'https://tienda.test/envios?x=1', tags: ['nuevo'] },
    });
    expect(routed.reason).toMatchObject({
      by: 'rule',
      rule: { id: 'c', name: 'Regla c' },
      passed: [
        { name: 'Regla a', why: 'channel' },
        { name: 'Regla b', why: 'tags' },
      ],
    });
    expect(routed).toMatchObject({ agent: { id: 1 }, area: 'soporte', waits_for: null });
  });

  const CONDITIONS = [
    ['channels', { channels: ['web'] }, {}, { channel: 'whatsapp' }, 'channel'],
    ['tags, whatever their case', { tags: ['vip', 'otra'] }, { tags: ['VIP'] }, { tags: ['vi'] }, 'tags'],
    ['areas', { areas: ['ventas'] }, { area: 'ventas' }, { area: null }, 'area'],
    ['no area', { areas: ['none'] }, { area: null }, { area: 'ventas' }, 'area'],
    ['hours', { hours: 'closed' }, { open: false }, { open: true }, 'hours'],
    ['page', { page: 'cambios' }, { page: 'https://x.cl/Cambios' }, { page: null }, 'page'],
    [
      'origin',
      { origin: 'google' },
      { origin: 'https://google.cl' },
      { origin: 'https://bing.com' },
      'origin',
    ],
    [
      'field that is',
      { fields: [{ field: 'city', op: 'is', value: 'Ñuñoa' }] },
      { fields: { city: 'nunoa' } },
      { fields: { city: 'Ñuñoa Sur' } },
      'field',
    ],
    [
      'field that contains',
      { fields: [{ field: 'city', op: 'contains', value: 'sur' }] },
      { fields: { city: 'Ñuñoa Sur' } },
      { fields: {} },
      'field',
    ],
    ['campaign', { campaigns: ['c1'] }, { campaigns: ['c0', 'c1'] }, { campaigns: ['c0'] }, 'campaign'],
  ] as const;
  it.each(CONDITIONS)('ROUTE-1 ask for %s', (_, when, fits, fails, why) => {
    const rules = [rule('a', { when: { ...ANY_CONVERSATION, ...when } as RoutingRule['when'] })];
    expect(byRules({ rules, talk: fits as Partial<RoutingTalk> }).reason.by).toBe('rule');
    const not = byRules({ rules, talk: fails as Partial<RoutingTalk> }).reason;
    expect([not.by, not.passed]).toEqual(['default', [{ name: 'Regla a', why }]]);
  });

  it('ROUTE-1 that name what is no more are passed over, and the reason says so', () => {
    const gone = [
      rule('people', { to: { people: [98, 99] } }),
      rule('campaign', { when: { ...ANY_CONVERSATION, campaigns: ['gone'] } }),
      rule('field', { when: { ...ANY_CONVERSATION, fields: [{ field: 'own:gone', op: 'is', value: 'x' }] } }),
    ];
    const { reason } = byRules({ rules: [...gone, rule('last', { to: { people: [99, 2] } })] });
    expect(reason.passed.map(({ why }) => why)).toEqual(['gone', 'gone', 'gone']);
    expect(reason.chosen).toEqual({ id: 2, name: 'Persona 2' });
    expect(reason.teams[0]?.people.map(({ outcome }) => outcome)).toEqual(['chosen', 'gone']);
  });

  it('ROUTE-1 leave the rest to the bot: the least loaded of the area as before, or Pendientes', () => {
    const people = [
      person(1, { total: 2 }),
      person(2, { areas: ['ventas'] }),
      person(3, { areas: [], total: 1, last_at: '2026-11-21T12:00:00.000Z' }),
      person(4, { areas: [], total: 1, last_at: '2026-11-21T11:00:00.000Z' }),
      person(5, { base: 'administrador', areas: [] }),
    ];
    const assigned = byRules({ people, auto_assign: true, talk: { area: 'soporte' } });
    expect(assigned).toMatchObject({ agent: { id: 4 }, area: undefined, waits_for: null });
    expect(byRules({ people, auto_assign: true, talk: { area: 'ventas' } }).agent?.id).toBe(2);
    const left = byRules({ people });
    expect(left).toMatchObject({ agent: null, waits_for: null, reason: { by: 'default', waits: 'nobody' } });
    expect(byRules({ people: [], auto_assign: true }).reason.waits).toBe('all');
  });
});

describe('people', () => {
  it('ROUTE-2 who is away, takes none, has no access, or has no room gets none, and the reason says which', () => {
    const routed = byRules({
      rules: [rule('a')],
      capacity: { total: 3, web: 2 },
      people: [
        person(1, { connected: false }),
        person(2, { receives: false }),
        person(3, { automatic: false }),
        person(4, { answers: false }),
        person(5, { total: 3 }),
        person(6, { total: 2, by_channel: { web: 2 } }),
        person(7, { total: 2, by_channel: { whatsapp: 2 } }),
      ],
    });
    expect(outcomes(routed)).toEqual([
      [
        'Persona 7: chosen',
        'Persona 5: full',
        'Persona 6: full_channel',
        'Persona 1: away',
        'Persona 2: not_receiving',
        'Persona 3: not_automatic',
        'Persona 4: no_access',
      ],
    ]);
  });

  it('ROUTE-2 somebody with numbers of their own has those; what they leave open is the bot’s', () => {
    const people = [person(1, { total: 4 }), person(2, { total: 1, by_channel: { web: 1 } })];
    const capacity = { total: 3, web: 1 };
    expect(byRules({ rules: [rule('a')], people, capacity }).agent).toBeNull();
    const own = (user_id: number, change: Partial<Capacity>) => ({
      user_id,
      capacity: { ...NO_LIMIT, ...change },
    });
    const with1 = byRules({ rules: [rule('a')], people, capacity, overrides: [own(1, { total: 9 })] });
    expect(with1.agent?.id).toBe(1);
    const with2 = byRules({ rules: [rule('a')], people, capacity, overrides: [own(2, { total: 9 })] });
    expect(with2.agent).toBeNull();
  });

  it('ROUTE-4 by turns the next one by number who has room, round and round', () => {
    const rules = [rule('a', { strategy: 'round_robin' })];
    const people = [person(1), person(2, { connected: false }), person(3, { total: 9 }), person(5)];
    const turns: Record<string, number> = {};
    const got = Array.from({ length: 5 }, () => {
      const { turn } = byRules({ rules, people, turns });
      if (turn) turns[turn.key] = turn.id;
      return turn?.id;
    });
    expect(got).toEqual([1, 3, 5, 1, 3]);
    expect(turns).toEqual({ 'area:soporte': 3 });
  });

  it('ROUTE-10 who has it does not get it again', () => {
    const given = decideRouting(facts({ people: [person(1), person(2, { total: 5 })], holder: 1 }), {
      kind: 'hand',
      area: 'soporte',
    });
    expect(given).toMatchObject({ agent: { id: 2 }, area: 'soporte', reason: { by: 'hand' } });
    expect(given && outcomes(given)).toEqual([['Persona 2: chosen', 'Persona 1: holder']]);
  });
});

describe('skills', () => {
  const ENGLISH = 1;
  const FRENCH = 2;
  const speakers = [
    person(1),
    person(2, { skills: [ENGLISH], total: 4 }),
    person(3, { skills: [FRENCH], total: 3 }),
    person(4, { skills: [ENGLISH, FRENCH], total: 5 }),
  ];
  const asking = (match: 'all' | 'any', ids: number[], change: Partial<RoutingRule> = {}) =>
    byRules({ rules: [rule('a', { skills: { match, ids }, ...change })], people: speakers });

  it('ROUTE-11 all of them, or any of them: nobody else gets it, however free they are, and the reason says so', () => {
    const all = asking('all', [ENGLISH, FRENCH]);
    expect(all.agent?.id).toBe(4);
    expect(all.reason.skills).toEqual({ match: 'all', names: ['Inglés', 'Francés'] });
    expect(outcomes(all)).toEqual([
      ['Persona 4: chosen', 'Persona 1: no_skill', 'Persona 2: no_skill', 'Persona 3: no_skill'],
    ]);
    expect(asking('any', [ENGLISH, FRENCH]).agent?.id).toBe(3);
    expect(asking('any', [ENGLISH]).agent?.id).toBe(2);
    const nothing = asking('all', []);
    expect(nothing.agent?.id).toBe(1);
    expect('skills' in nothing.reason).toBe(false);
    expect(asking('all', [ENGLISH], { to: { people: [1, 3] } }).agent).toBeNull();
  });

  it('ROUTE-12 where nobody has them the overflow is asked for the same, and then it waits as the rule says', () => {
    const people = [
      person(1),
      person(9, { areas: ['ventas'] }),
      person(8, { areas: ['ventas'], skills: [ENGLISH] }),
    ];
    const skills = { match: 'all' as const, ids: [ENGLISH] };
    const rules = [rule('a', { skills, overflow: ['ventas'] })];
    expect(byRules({ rules, people }).agent?.id).toBe(8);
    expect(byRules({ rules, people: people.slice(0, 2) })).toMatchObject({
      agent: null,
      waits_for: { rule: 'a' },
      reason: { waits: 'team', skills: { names: ['Inglés'] } },
    });
  });

  it('ROUTE-13 a rule whose skill is no more is passed over and fits nobody; of any of several the rest holds', () => {
    const gone = 77;
    expect(asking('all', [ENGLISH, gone]).reason.passed).toEqual([{ name: 'Regla a', why: 'gone' }]);
    expect(asking('any', [gone]).reason.passed).toEqual([{ name: 'Regla a', why: 'gone' }]);
    expect(asking('any', [ENGLISH, gone])).toMatchObject({
      agent: { id: 2 },
      reason: { skills: { names: ['Inglés'] } },
    });
    const waited = decideRouting(
      facts({ rules: [rule('a', { skills: { match: 'all', ids: [gone] } })], people: speakers }),
      { kind: 'waited', for: { rule: 'a' } },
    );
    expect(waited).toBeNull();
  });
});

describe('overflow and waiting', () => {
  const sales = person(9, { areas: ['ventas'] });
  const full = [person(1, { connected: false }), sales];
  it('ROUTE-5 goes on area by area, and gives it the area of who got it', () => {
    const routed = byRules({ rules: [rule('a', { overflow: ['general', 'ventas'] })], people: full });
    expect(routed).toMatchObject({ agent: { id: 9 }, area: 'ventas' });
    expect(routed.reason.teams.map(({ area }) => area)).toEqual(['soporte', 'general', 'ventas']);
  });
  it('ROUTE-5 waits for its team, or is left for all', () => {
    const people = [person(1, { connected: false })];
    expect(byRules({ rules: [rule('a')], people })).toMatchObject({
      area: 'soporte',
      waits_for: { rule: 'a' },
      reason: { waits: 'team', chosen: null },
    });
    expect(byRules({ rules: [rule('a', { otherwise: 'all' })], people })).toMatchObject({
      area: null,
      waits_for: null,
      reason: { waits: 'all' },
    });
  });
  it('ROUTE-5 a loop is no rule', () => {
    const settings = (change: Partial<RoutingRule>) => ({
      rules: [rule('a', change)],
      capacity: NO_LIMIT,
      overrides: [],
    });
    expect(routingFault(settings({ overflow: ['soporte'] }))?.field).toBe('rules.0');
    expect(routingFault(settings({ overflow: ['ventas', 'ventas'] }))?.field).toBe('rules.0');
    expect(routingFault(settings({ overflow: ['ventas', 'general'] }))).toBeNull();
  });
  it('ROUTE-6 what waits follows its rule as that is now; by a rule that is gone or off it waits for nobody', () => {
    const wait = { kind: 'waited', for: { rule: 'a' } } as const;
    const now = (rules: RoutingRule[]) => decideRouting(facts({ rules, people: [sales] }), wait);
    expect(
      now([rule('a', { to: { area: 'ventas' }, when: { ...ANY_CONVERSATION, channels: ['whatsapp'] } })]),
    ).toMatchObject({
      agent: { id: 9 },
      reason: { by: 'rule', after_wait: true },
    });
    expect(now([])).toBeNull();
    expect(now([rule('a', { enabled: false })])).toBeNull();
  });
});

it('ROUTE-7 a reason is bounded and readable, whatever the rules and people are', () => {
  const anyPerson = fc
    .record({
      areas: fc.subarray([...AREAS]),
      base: fc.constantFrom('agente' as const, 'administrador' as const),
      answers: fc.boolean(),
      receives: fc.boolean(),
      automatic: fc.boolean(),
      connected: fc.boolean(),
      absent: fc.boolean(),
      skills: fc.subarray([1, 2]),
      total: fc.nat(6),
      web: fc.nat(6),
    })
    .map(({ web, ...one }) => ({ ...one, by_channel: { web } }));
  const anyRule = fc.record({
    enabled: fc.boolean(),
    to: fc.oneof(
      fc.record({ area: fc.constantFrom(...AREAS) }),
      fc.record({ people: fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 }) }),
    ),
    channels: fc.subarray([...CHANNELS]),
    // 3 is no more.
    skills: fc.record({
      match: fc.constantFrom('all' as const, 'any' as const),
      ids: fc.subarray([1, 2, 3]),
    }),
    strategy: fc.constantFrom('round_robin' as const, 'least_loaded' as const),
    overflow: fc.subarray([...AREAS]),
    otherwise: fc.constantFrom('team' as const, 'all' as const),
  });
  fc.assert(
    fc.property(
      fc.array(anyPerson, { maxLength: 40 }),
      fc.array(anyRule, { maxLength: ROUTING_LIMITS.rules }),
      fc.boolean(),
      fc.integer({ min: 1, max: 6 }),
      (people, rules, auto_assign, total) => {
        const given = facts({
          people: people.map((one, place) => person(place + 1, one)),
          rules: rules.map(({ channels, ...one }, place) =>
            rule(String(place), { ...one, when: { ...ANY_CONVERSATION, channels } }),
          ),
          auto_assign,
          capacity: { total, web: 4 },
        });
        const routed = decideRouting(given, { kind: 'rules' });
        const reason = routingReason.parse(routed?.reason);
        const chosen = given.people.find(({ id }) => id === routed?.agent?.id);
        // ROUTE-2: whoever gets it may, is there and has room.
        if (chosen)
          expect(
            chosen.answers &&
              chosen.receives &&
              chosen.automatic &&
              chosen.connected &&
              !chosen.absent &&
              chosen.total < total &&
              (chosen.by_channel.web ?? 0) < 4,
          ).toBe(true);
        // ROUTE-11: and knows what the rule asks for, all of which exists.
        const decided = given.settings.rules.find(({ id }) => id === reason.rule?.id);
        if (chosen && decided) {
          const { match, ids } = decided.skills;
          const has = ids.map((id) => chosen.skills.includes(id));
          expect(match === 'all' || has.length === 0 ? has.every(Boolean) : has.some(Boolean)).toBe(true);
        }
        expect(routed?.agent ?? null).toEqual(reason.chosen);
        expect(reason.chosen === null).toBe(reason.waits !== null);
        expect(decideRouting(given, { kind: 'rules' })).toEqual(routed);
      },
    ),
    { numRuns: 300 },
  );
});
