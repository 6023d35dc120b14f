/** Agents as the screens of agents show them (docs/product.md §3 Agent summary row, Agent-bot link). */
import * as z from 'zod/mini';
import { instant, numericId } from '../primitives.ts';
import { agentStatus, area, roleName } from '../states.ts';
import { skillIds } from './skill.ts';

/** What `last_intervention` says when there was none in the last 30 days; the screen shows a dash. */
export const NO_CONVERSATIONS = 'sin conversaciones';

/** One row of /agentes, over the last 30 days. */
export const agentSummary = z.object({
  /** The user. */
  id: numericId,
  relation_id: numericId,
  name: z.string(),
  email: z.string(),
  image: z.nullable(z.string()),
  /** Empty: 'Sin Asignar'. */
  category: z.array(area),
  role: z.object({ id: numericId, name: z.string(), base: roleName }),
  /** When they were last connected or wrote; null: never in that time. */
  last_activity: z.nullable(instant),
  last_intervention: z.union([instant, z.literal(NO_CONVERSATIONS)]),
  /** Conversations in which they wrote to the customer. */
  quantity_conversations: z.int(),
  /** Mean of the customers' stars, 0 (nobody rated) to 5, with one decimal. */
  califications: z.number(),
});
export type AgentSummary = z.infer<typeof agentSummary>;

/** The link behind /agente/edit/{relation_id}. */
export const agentRelation = z.object({
  relation_id: numericId,
  bot_id: numericId,
  role_id: numericId,
  role: z.object({ id: numericId, name: z.string(), base: roleName }),
  category: z.array(area),
  /** Takes conversations that others assign or derive. */
  assignments: z.boolean(),
  /** Takes part in automatic assignment. */
  automatic_assignments: z.boolean(),
  user: z.object({
    id: numericId,
    name: z.string(),
    email: z.string(),
    phone: z.nullable(z.string()),
    image: z.nullable(z.string()),
  }),
  /** Whether name and phone may be changed from here: everything this person works at belongs to the caller. */
  managed: z.boolean(),
  skill_ids: z.optional(skillIds),
});
export type AgentRelation = z.infer<typeof agentRelation>;

/** What an agent did between two instants (`agent_activities/agent_details`). Times in whole seconds. */
export const agentDetails = z.object({
  agent_id: numericId,
  name: z.string(),
  /** Conversations in which they wrote, and messages that they wrote. */
  conversations: z.int(),
  messages: z.int(),
  taken: z.int(),
  derived: z.int(),
  closed: z.int(),
  /** From a customer waiting for a person to this agent's taking; null: none. */
  average_wait_seconds: z.nullable(z.number()),
  califications: z.number(),
  status_seconds: z.object({
    active: z.number(),
    absent: z.number(),
    inactive: z.number(),
    close_session: z.number(),
  }),
});
export type AgentDetails = z.infer<typeof agentDetails>;

/** A stretch of one status, cut at the day's ends; `to` null: it still lasts. */
export const statusSpan = z.object({ status: agentStatus, from: instant, to: z.nullable(instant) });
export type StatusSpan = z.infer<typeof statusSpan>;

/** One agent's day in the history's time zone. Seconds of the present day end now. */
export const statusDay = z.object({
  /** YYYY-MM-DD. */
  day: z.string(),
  /** Its exact ends: 24 hours apart, or 23 or 25 where the clock changes. */
  starts: instant,
  ends: instant,
  spans: z.array(statusSpan),
  seconds: z.object({
    active: z.number(),
    absent: z.number(),
    inactive: z.number(),
    close_session: z.number(),
  }),
});
export const statusHistory = z.object({
  /** IANA name: where its days begin. */
  time_zone: z.string(),
  /** Until when the open spans are counted. */
  now: instant,
  agents: z.array(
    z.object({
      id: numericId,
      name: z.string(),
      image: z.nullable(z.string()),
      role: z.string(),
      days: z.array(statusDay),
    }),
  ),
});
export type StatusHistory = z.infer<typeof statusHistory>;
