/**
 * How conversations get their agent: rules in order, how much each may have, and why somebody got one
 * (docs/decisions/0066-routing.md).
 */
import * as z from 'zod/mini';
import { LIMITS } from '../limits.ts';
import { SKILL_LIMITS } from '../people-limits.ts';
import { instant, numericId, shortText, textId, wholeNumber } from '../primitives.ts';
import { ROUTING_LIMITS } from '../routing-limits.ts';
import { AREAS, area, CHANNELS, channel } from '../states.ts';

const MOST = ROUTING_LIMITS;

export const ROUTING_STRATEGIES = ['round_robin', 'least_loaded'] as const;
const strategy = z.enum(ROUTING_STRATEGIES);
export type RoutingStrategy = z.infer<typeof strategy>;

/** Everybody who answers an area, or these people. */
const target = z.union([
  z.strictObject({ area }),
  z.strictObject({ people: z.array(numericId).check(z.minLength(1), z.maxLength(MOST.people)) }),
]);
export type RoutingTarget = z.infer<typeof target>;

const conditions = z.object({
  /** Of each list: any of it will do; none: whatever it is. */
  channels: z.array(channel).check(z.maxLength(CHANNELS.length)),
  /** Of the conversation or its client. */
  tags: z.array(shortText(LIMITS.tagText).check(z.minLength(1))).check(z.maxLength(LIMITS.tags)),
  /** Which the bot gave it. */
  areas: z.array(z.union([area, z.literal('none')])).check(z.maxLength(AREAS.length + 1)),
  hours: z.enum(['any', 'open', 'closed']),
  /** A part of the page's address where the customer is, and of the site that brought them; empty: any. */
  page: shortText(MOST.text),
  origin: shortText(MOST.text),
  /** All of them. */
  fields: z
    .array(
      z.object({
        field: shortText(MOST.field).check(z.minLength(1)),
        op: z.enum(['is', 'contains']),
        value: shortText(MOST.text).check(z.minLength(1)),
      }),
    )
    .check(z.maxLength(MOST.fields)),
  /** That wrote in this conversation. */
  campaigns: z.array(textId).check(z.maxLength(MOST.campaigns)),
});
export type RoutingConditions = z.infer<typeof conditions>;

const skillMatch = z.enum(['all', 'any']);

/** What whoever gets it has to know: all of these skills, or any of them; none: nothing in particular. */
const wantedSkills = z.object({
  match: skillMatch,
  ids: z.array(numericId).check(z.maxLength(SKILL_LIMITS.ofRule)),
});
export type RoutingSkills = z.infer<typeof wantedSkills>;

export const routingRule = z.object({
  id: textId,
  name: shortText(MOST.name).check(z.minLength(1)),
  enabled: z.boolean(),
  when: conditions,
  to: target,
  /** Of whoever gets it, in the target and in the overflow. */
  skills: wantedSkills,
  strategy,
  /** Who else gets it when nobody of the target has room, in this order: each area once, never the target's own. */
  overflow: z.array(area).check(z.maxLength(AREAS.length)),
  /** Nobody at all has room: it waits for the team, or for whoever takes it. */
  otherwise: z.enum(['team', 'all']),
});
export type RoutingRule = z.infer<typeof routingRule>;

const most = z.nullable(z.int().check(z.positive(), z.lte(MOST.most)));
/** The most that one person has at once; null: no limit, or in somebody's own: the bot's. */
export const capacity = z.object({
  total: most,
  web: most,
  whatsapp: most,
  instagram: most,
  messenger: most,
});
export type Capacity = z.infer<typeof capacity>;

export const routingSettings = z.object({
  rules: z.array(routingRule).check(z.maxLength(MOST.rules)),
  capacity,
  overrides: z.array(z.object({ user_id: numericId, capacity })).check(z.maxLength(MOST.overrides)),
});
export type RoutingSettings = z.infer<typeof routingSettings>;

/**
 * What rules may name, as it is now. Campaigns, own fields and skills have blank names, and are those alone that rules
 * name, for who may not read their modules.
 */
export const routingThings = z.object({
  people: z.array(
    z.object({
      id: numericId,
      name: z.string(),
      areas: z.array(area),
      /** Answers areas; others get what names them alone. */
      answers_areas: z.boolean(),
      /** Is given conversations by the bot at all. */
      receives: z.boolean(),
    }),
  ),
  campaigns: z.array(z.object({ id: textId, name: z.string() })),
  fields: z.array(z.object({ field: z.string(), label: z.string() })),
  skills: z.array(
    z.object({
      id: numericId,
      name: z.string(),
      /** How many have it. */
      people: wholeNumber,
    }),
  ),
});
export type RoutingThings = z.infer<typeof routingThings>;

export const botRouting = z.extend(routingSettings, {
  bot_id: numericId,
  revision: wholeNumber,
  /** Without a rule that fits: the bot gives conversations by itself. */
  auto_assign: z.boolean(),
  things: routingThings,
});
export type BotRouting = z.infer<typeof botRouting>;

/** Why a rule was passed over: the first of its conditions that did not hold; gone: what it names is no more. */
const passed = z.enum(['channel', 'tags', 'area', 'hours', 'page', 'origin', 'field', 'campaign', 'gone']);
export type RoutingPassed = z.infer<typeof passed>;

/** What became of somebody who was looked at. Of those with room one is chosen; the rest had a reason against them. */
const looked = z.enum([
  'chosen',
  // Room, but another one was before them.
  'turn',
  'busier',
  'full',
  'full_channel',
  'away',
  'absent',
  'holder',
  // Lacks what the rule asks whoever gets it to know.
  'no_skill',
  'not_automatic',
  'not_receiving',
  'no_access',
  'gone',
]);
export type RoutingLooked = z.infer<typeof looked>;

const lookedAt = z.object({
  name: z.string(),
  outcome: looked,
  /** What they had then, and the most they might (null: no limit); of the channel where that is what was full. */
  load: wholeNumber,
  most: z.nullable(wholeNumber),
});
export type RoutingLookedAt = z.infer<typeof lookedAt>;

/** Why a conversation went to somebody, or waits (kept with the step that it explains). */
export const routingReason = z.object({
  /** A rule; the bot's own setting, as none fitted; a person, who gave it to a team. */
  by: z.enum(['rule', 'default', 'hand']),
  rule: z.nullable(z.object({ id: textId, name: z.string() })),
  /** It had waited, and somebody became free. */
  after_wait: z.boolean(),
  passed: z.array(z.object({ name: z.string(), why: passed })).check(z.maxLength(MOST.passed)),
  passed_more: wholeNumber,
  /** What the rule asked whoever gets it to know, by the names of then; absent: nothing. */
  skills: z.optional(
    z.object({ match: skillMatch, names: z.array(z.string()).check(z.maxLength(SKILL_LIMITS.ofRule)) }),
  ),
  teams: z
    .array(
      z.object({
        /** Null: people that the rule names, or everybody. */
        area: z.nullable(area),
        named: z.boolean(),
        strategy,
        people: z.array(lookedAt).check(z.maxLength(MOST.looked)),
        more: wholeNumber,
      }),
    )
    .check(z.maxLength(AREAS.length + 1)),
  chosen: z.nullable(z.object({ id: numericId, name: z.string() })),
  /** Nobody was chosen: what it waits for. nobody: the bot does not assign by itself. */
  waits: z.nullable(z.enum(['team', 'all', 'nobody'])),
});
export type RoutingReason = z.infer<typeof routingReason>;

/** One conversation of a try-out. */
export const triedTalk = z.object({
  conversation_id: textId,
  /** Empty for who reads no conversations. */
  lead_name: z.string(),
  at: instant,
  channel,
  reason: routingReason,
});
export type TriedTalk = z.infer<typeof triedTalk>;
