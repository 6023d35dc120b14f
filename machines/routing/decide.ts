/**
 * Who gets a conversation, and why: pure, asked wherever the server gives one by itself or somebody gives it to a team,
 * and by the try-out.
 *
 *   rules in order ──first that fits──▶ its team ──full──▶ overflow, area by area ──full──▶ waits for the team, or for all
 *        └──none──▶ the bot's own setting: the least loaded of the area, or Pendientes
 */
import type {
  Capacity,
  RoutingLooked,
  RoutingLookedAt,
  RoutingReason,
  RoutingRule,
  RoutingSettings,
  RoutingSkills,
  RoutingStrategy,
} from '../../contract/entities/routing.ts';
import { NO_SKILLS } from '../../contract/routing/blank.ts';
import { isGone, type KnownThings } from '../../contract/routing/rules.ts';
import { ROUTING_LIMITS } from '../../contract/routing-limits.ts';
import type { Area, Channel } from '../../contract/states.ts';
import { capacityOf, keepsFrom, knows, type RoutingPerson, roomOf } from './availability.ts';
import { failsAt, type RoutingTalk } from './conditions.ts';

/** For which team a conversation waits: by the rule that said so, or as somebody gave it. Kept with the conversation. */
export type WaitsFor = { rule: string } | { area: Area };

/** What is asked: by the rules; or again for what waits; or for a team that somebody named. */
export type RoutingAsk = { kind: 'rules' } | { kind: 'waited'; for: WaitsFor } | { kind: 'hand'; area: Area };

export interface RoutingFacts {
  talk: RoutingTalk;
  settings: RoutingSettings;
  auto_assign: boolean;
  people: readonly RoutingPerson[];
  things: KnownThings;
  /** Who got the last one of each team that takes turns, by the team's key. */
  turns: Readonly<Record<string, number>>;
  /** Who has it now, and shall not get it again. */
  holder: number | null;
}

export interface Routed {
  agent: { id: number; name: string } | null;
  /** The area that it has by this; undefined: its own. */
  area: Area | null | undefined;
  /** Null: it waits for nobody in particular. */
  waits_for: WaitsFor | null;
  /** Whose turn it was, of which team; null: nobody's. */
  turn: { key: string; id: number } | null;
  reason: RoutingReason;
}

interface Team {
  /** Null with `people` null: everybody who answers areas. */
  area: Area | null;
  people: readonly number[] | null;
  /** What whoever gets it has to know. */
  skills: RoutingSkills;
  strategy: RoutingStrategy;
  key: string;
}

/** @returns null where the wait's rule is no more, or is switched off: what waited by it waits for nobody in particular */
export function decideRouting(facts: RoutingFacts, ask: RoutingAsk): Routed | null {
  const { settings, talk } = facts;
  if (ask.kind === 'hand') return byHand(facts, ask.area, false);
  if (ask.kind === 'waited') {
    const { for: wait } = ask;
    if ('area' in wait) return byHand(facts, wait.area, true);
    const rule = settings.rules.find(({ id }) => id === wait.rule);
    if (!rule?.enabled || isGone(rule, facts.things)) return null;
    return byRule(facts, rule, { passed: [], passed_more: 0 }, true);
  }
  const passed: RoutingReason['passed'] = [];
  for (const rule of settings.rules) {
    if (!rule.enabled) continue;
    const why = isGone(rule, facts.things) ? 'gone' : failsAt(rule.when, talk);
    if (why === null) return byRule(facts, rule, some(passed), false);
    passed.push({ name: rule.name, why });
  }
  const said = { by: 'default', rule: null, after_wait: false, ...some(passed) } as const;
  if (!facts.auto_assign)
    return {
      agent: null,
      area: undefined,
      waits_for: null,
      turn: null,
      reason: { ...said, teams: [], chosen: null, waits: 'nobody' },
    };
  const everybody: Team = {
    area: talk.area,
    people: null,
    skills: NO_SKILLS,
    strategy: 'least_loaded',
    key: '',
  };
  const { looked, chosen } = lookAt(facts, everybody);
  return {
    agent: chosen,
    area: undefined,
    waits_for: null,
    turn: null,
    reason: { ...said, teams: [looked], chosen, waits: chosen ? null : 'all' },
  };
}

const some = (passed: RoutingReason['passed']): Pick<RoutingReason, 'passed' | 'passed_more'> => ({
  passed: passed.slice(0, ROUTING_LIMITS.passed),
  passed_more: Math.max(0, passed.length - ROUTING_LIMITS.passed),
});

const teamOf = (area: Area, strategy: RoutingStrategy, skills: RoutingSkills): Team => ({
  area,
  people: null,
  skills,
  strategy,
  key: `area:${area}`,
});

function byRule(
  facts: RoutingFacts,
  rule: RoutingRule,
  passed: Pick<RoutingReason, 'passed' | 'passed_more'>,
  after_wait: boolean,
): Routed {
  const { to, skills, strategy, overflow, otherwise } = rule;
  const first: Team =
    'area' in to
      ? teamOf(to.area, strategy, skills)
      : { area: null, people: to.people, skills, strategy, key: `rule:${rule.id}` };
  const found = among(facts, [first, ...overflow.map((area) => teamOf(area, strategy, skills))]);
  const names = skills.ids.flatMap((id) => facts.things.skills.find((one) => one.id === id)?.name ?? []);
  const said = {
    by: 'rule',
    rule: { id: rule.id, name: rule.name },
    after_wait,
    ...passed,
    ...(names.length > 0 ? { skills: { match: skills.match, names } } : {}),
  } as const;
  if (found.chosen) return given(found, said);
  const waits = otherwise === 'team' ? { rule: rule.id } : null;
  return {
    agent: null,
    // Whoever takes it: seen by everybody.
    area: waits ? (first.area ?? undefined) : null,
    waits_for: waits,
    turn: null,
    reason: { ...said, teams: found.teams, chosen: null, waits: otherwise },
  };
}

/** As the first rule that leads to the area shares out its conversations; no rule does: to the least loaded. */
function byHand(facts: RoutingFacts, area: Area, after_wait: boolean): Routed {
  const rule = facts.settings.rules.find(({ enabled, to }) => enabled && 'area' in to && to.area === area);
  const found = among(facts, [teamOf(area, rule?.strategy ?? 'least_loaded', NO_SKILLS)]);
  const said: Said = { by: 'hand', rule: null, after_wait, passed: [], passed_more: 0 };
  if (found.chosen) return given(found, said);
  return {
    agent: null,
    area,
    waits_for: { area },
    turn: null,
    reason: { ...said, teams: found.teams, chosen: null, waits: 'team' },
  };
}

interface Found {
  chosen: RoutingReason['chosen'];
  team: Team | null;
  teams: RoutingReason['teams'];
}

/** The first of the teams in which somebody has room. */
function among(facts: RoutingFacts, teams: readonly Team[]): Found {
  const looked: RoutingReason['teams'] = [];
  for (const team of teams) {
    const at = lookAt(facts, team);
    looked.push(at.looked);
    if (at.chosen) return { chosen: at.chosen, team, teams: looked };
  }
  return { chosen: null, team: null, teams: looked };
}

type Said = Omit<RoutingReason, 'teams' | 'chosen' | 'waits'>;

function given({ chosen, team, teams }: Found, said: Said): Routed {
  const turn = chosen && team?.strategy === 'round_robin' ? { key: team.key, id: chosen.id } : null;
  return {
    agent: chosen,
    area: team?.area ?? undefined,
    waits_for: null,
    turn,
    reason: { ...said, teams, chosen, waits: null },
  };
}

const answersArea = ({ base, areas }: RoutingPerson, area: Area | null): boolean =>
  base === 'agente' && (area === null || areas.length === 0 || areas.includes(area));

/** Everybody of a team with what became of them, who was chosen first. */
function lookAt(
  facts: RoutingFacts,
  team: Team,
): { looked: RoutingReason['teams'][number]; chosen: RoutingReason['chosen'] } {
  const { people, settings, talk, holder } = facts;
  const own = new Map(settings.overrides.map(({ user_id, capacity }) => [user_id, capacity]));
  const { people: named } = team;
  const members = people.filter((one) => (named ? named.includes(one.id) : answersArea(one, team.area)));
  const judged = members.map((person) => {
    const room = roomFor(person, capacityOf(settings.capacity, own.get(person.id)), talk.channel);
    const against = knows(person, team.skills) ? room.against : ('no_skill' as const);
    return { person, ...room, against: person.id === holder ? ('holder' as const) : against };
  });
  const able = judged.filter(({ against }) => against === null).map(({ person }) => person);
  const chosen = choose(able, team, facts.turns);
  const other: RoutingLooked = team.strategy === 'round_robin' ? 'turn' : 'busier';
  const told: RoutingLookedAt[] = judged.map(({ person, against, load, most }) => ({
    name: person.name,
    outcome: person === chosen ? 'chosen' : (against ?? other),
    load,
    most,
  }));
  const gone = (named ?? []).filter((id) => !people.some((person) => person.id === id));
  told.push(...gone.map(() => ({ name: '', outcome: 'gone' as const, load: 0, most: null })));
  told.sort((a, b) => rank(a) - rank(b));
  return {
    looked: {
      area: team.area,
      named: named !== null,
      strategy: team.strategy,
      people: told.slice(0, ROUTING_LIMITS.looked),
      more: Math.max(0, told.length - ROUTING_LIMITS.looked),
    },
    chosen: chosen ? { id: chosen.id, name: chosen.name } : null,
  };
}

/** Who was chosen, those who might have been, those without room, the rest, those who lack a skill. */
function rank({ outcome }: RoutingLookedAt): number {
  if (outcome === 'chosen') return 0;
  if (outcome === 'turn' || outcome === 'busier') return 1;
  if (outcome === 'full' || outcome === 'full_channel') return 2;
  return outcome === 'no_skill' ? 4 : 3;
}

function roomFor(person: RoutingPerson, most: Capacity, channel: Channel) {
  const { full, load, most: limit } = roomOf(person, most, channel);
  return { against: keepsFrom(person) ?? full, load, most: limit };
}

/** Round robin: the next one by number after who had the last. Least loaded: among equals who got one longest ago. */
function choose(
  able: readonly RoutingPerson[],
  { strategy, key }: Team,
  turns: RoutingFacts['turns'],
): RoutingPerson | null {
  if (strategy === 'round_robin') {
    const inOrder = able.toSorted((a, b) => a.id - b.id);
    const last = Object.hasOwn(turns, key) ? (turns[key] ?? 0) : 0;
    return inOrder.find(({ id }) => id > last) ?? inOrder[0] ?? null;
  }
  const since = ({ last_at }: RoutingPerson) => last_at ?? '';
  const before = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  const [first] = able.toSorted((a, b) => a.total - b.total || before(since(a), since(b)) || a.id - b.id);
  return first ?? null;
}
