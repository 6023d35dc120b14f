/** An automation of a chatbot, its cases, and why each did what it did (docs/protocol.md 'Automations'). */
import * as z from 'zod/mini';
import { instant, numericId, shortText, textId, wholeNumber } from '../primitives.ts';
import {
  AUTOMATION_KINDS,
  AUTOMATION_LIMITS,
  CASE_STATES,
  DECISION_RULES,
  type DecisionRule,
} from '../rules/automations.ts';
import { MILESTONES } from '../rules/order-milestones.ts';
import { campaignSlot, templateName } from './campaign.ts';

export const automationKind = z.enum(AUTOMATION_KINDS);

/** A template with its slots, or words that only leave within the customer's 24 hours. */
export const automationStep = z.object({
  /** Of order tracking: what it tells. */
  milestone: z.optional(z.nullable(z.enum(Object.keys(MILESTONES) as [keyof typeof MILESTONES]))),
  /** In steps of half a minute: order tracking settles for 90 seconds. */
  after_minutes: z.number().check(z.gte(1), z.lte(AUTOMATION_LIMITS.nextAfter.most), z.multipleOf(0.5)),
  template: z.optional(z.nullable(templateName)),
  slots: z._default(z.array(campaignSlot).check(z.maxLength(40)), []),
  text: z.optional(z.nullable(shortText(AUTOMATION_LIMITS.text))),
});
export type AutomationStep = z.infer<typeof automationStep>;

const clock = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Hora no válida'));
/** Nothing leaves from `from` until `to`, nor on Sundays where `sunday` is true. */
export const quietHours = z.object({ from: clock, to: clock, sunday: z.boolean() });
export type QuietHours = z.infer<typeof quietHours>;

/** What a person sets. */
export const automationRule = z.object({
  on: z.boolean(),
  steps: z.array(automationStep).check(z.minLength(1), z.maxLength(AUTOMATION_LIMITS.milestones)),
  quiet: quietHours,
  /** Whole units of the smallest coin of the shop's currency. */
  minimum: z.int().check(z.nonnegative(), z.lte(AUTOMATION_LIMITS.minimum)),
  cooldown_hours: z
    .int()
    .check(z.gte(AUTOMATION_LIMITS.cooldownHours.least), z.lte(AUTOMATION_LIMITS.cooldownHours.most)),
  /** The number by which it leaves; null: the first that works. */
  connection_id: z.optional(z.nullable(textId)),
  revision: wholeNumber,
});
export type AutomationRule = z.infer<typeof automationRule>;

/**
 * What was bought after a message, each order once. Amounts of different currencies are never added: each currency has
 * its own, those of the bot's shops first, then by orders. Orders of all amounts and `without_amount` add up to `orders`.
 */
export const boughtFigures = z.object({
  orders: z.int(),
  amounts: z.array(
    z.object({
      /** ISO 4217. */
      currency: z.string(),
      orders: z.int(),
      /** In the currency's smallest coin. */
      total: z.int(),
    }),
  ),
  /** Orders of which the shop tells no exact total, or not in which currency. */
  without_amount: z.int(),
});
export type BoughtFigures = z.infer<typeof boughtFigures>;

export const automation = z.object({
  kind: automationKind,
  ...automationRule.shape,
  /** Why it can't be used at this chatbot; null: it can. */
  unavailable: z.nullable(z.string()),
  /** Of the bot's shops (ISO 4217), those that most of them have first: what `minimum` is counted in. */
  currencies: z.array(z.string()),
  /** By which it may leave. */
  numbers: z.array(z.object({ id: textId, name: z.string() })),
  /** Why it stands still though it is on; null: it does not. */
  paused: z.nullable(z.string()),
  figures: z.object({
    cases: z.int(),
    messages: z.int(),
    /** As far as Meta has said: those that it charges for, and those that it does not. */
    charged: z.int(),
    free: z.int(),
    /** Bought from the very cart that the message led back to, and anything bought within 72 h; each order once. */
    from_link: boughtFigures,
    within_72h: boughtFigures,
  }),
});
export type Automation = z.infer<typeof automation>;

const ruleName = z.enum(Object.keys(DECISION_RULES) as [DecisionRule, ...DecisionRule[]]);

/** One line of 'why was it not sent': what was judged, what it was, what came of it. */
export const automationDecision = z.object({
  at: instant,
  rule: ruleName,
  value: z.string(),
  verdict: z.enum(['ok', 'wait', 'no']),
});
export type AutomationDecision = z.infer<typeof automationDecision>;

export const automationCase = z.object({
  id: textId,
  bot_id: numericId,
  kind: automationKind,
  state: z.enum(CASE_STATES),
  /** In words: what ended it, or what it waits for. */
  reason: z.nullable(z.string()),
  shop: z.string(),
  /** As far as the shop says it. */
  customer: z.nullable(z.string()),
  lead_id: z.nullable(textId),
  items: z.string(),
  /** 'Pedido 1001: Despachado'; null: it is about a cart. */
  about: z.nullable(z.string()),
  total: z.nullable(z.int()),
  currency: z.string(),
  /** Messages that left, of how many. */
  step: z.int(),
  steps: z.int(),
  changed_at: instant,
  due_at: z.nullable(instant),
  /** What was bought, in the order's own currency. */
  recovered: z.nullable(
    z.object({ total: z.nullable(z.int()), currency: z.string(), how: z.enum(['link', 'window']) }),
  ),
});
export type AutomationCase = z.infer<typeof automationCase>;

export const automationPreview = z.object({
  /** Carts that are open in the shops now, and how many of them would be written to today. */
  total: z.int(),
  with_phone: z.int(),
  would_send: z.int(),
  reasons: z.array(z.object({ rule: ruleName, n: z.int() })),
  samples: z.array(z.object({ customer: z.nullable(z.string()), text: z.string() })),
});
export type AutomationPreview = z.infer<typeof automationPreview>;
