/** Agents of a bot (docs/product.md §2 /agentes, /agente/nuevo, §5, §7, §8). */
import * as z from 'zod/mini';
import { agentDetails, agentRelation, agentSummary, statusHistory } from '../entities/agent.ts';
import { agentPresence } from '../entities/agent-presence.ts';
import { invitation } from '../entities/invitation.ts';
import { ownDay } from '../entities/own-day.ts';
import { skillIds } from '../entities/skill.ts';
import { LIMITS } from '../limits.ts';
import { day, instant, numericId, shortText } from '../primitives.ts';
import { area } from '../states.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const ok = z.object({ ok: z.literal(true) });
const botParams = z.object({ botId: idParam });
const areas = z.array(area).check(z.maxLength(5));
const relation = z.object({ relationId: idParam });
const flag = z.enum(['true', 'false']);

const invitationParams = z.object({ invitationId: idParam });
const changeInvitation = {
  kind: 'entity',
  entity: 'invitation',
  in: 'params',
  name: 'invitationId',
  module: 'associate_agent',
  permission: 'add',
} as const;

export const agentCalls = {
  /**
   * `agents` is the plan's maximum (null: none), `used` how many count against it: people besides the owners, and
   * invitations that wait for an answer.
   */
  botAgents: defineCall({
    service: 'main',
    method: 'GET',
    path: '/bot/bot_agents/{botId}',
    access: {
      kind: 'bot',
      in: 'params',
      name: 'botId',
      module: 'agentes',
      orModule: ['new_agent', 'associate_agent'],
      permission: 'read',
    },
    params: botParams,
    answer: z.object({ agents: z.nullable(z.int()), used: z.int() }),
  }),
  /**
   * Creates the account of an agent; `linkAgent` then links it. The last four fields are ours: with them the server
   * makes the ten checks of docs/product.md §5 by itself, in order, and answers 422 with the check's exact text and
   * `details.fields` {name | email | password | password_confirmation | bot_id | role_id | category | plan}.
   * A taken e-mail is 422 with `details.reason: 'Unprocessable Entity'`.
   */
  createAgent: defineCall({
    service: 'main',
    method: 'POST',
    path: '/agents',
    access: {
      kind: 'bot_if_named',
      in: 'body',
      name: 'agent[bot_id]',
      module: 'new_agent',
      permission: 'add',
    },
    form: { file: 'user_avatar', maxBytes: LIMITS.photoUploadMaxBytes },
    body: z.object({
      'agent[name]': z._default(shortText(200), ''),
      'agent[email]': z._default(shortText(254), ''),
      'agent[password]': z._default(shortText(1000), ''),
      'agent[password_confirmation]': z._default(shortText(1000), ''),
      'agent[phone]': z._default(shortText(60), ''),
      'agent[assignments]': z._default(flag, 'true'),
      'agent[automatic_assignments]': z._default(flag, 'true'),
      'agent[bot_id]': z.optional(idParam),
      'agent[role_id]': z.optional(idParam),
      /** Areas, separated by commas; absent: the default one. */
      'agent[category]': z._default(shortText(200), 'general'),
    }),
    answer: z.object({ id: numericId, name: z.string(), email: z.string() }),
  }),
  /** Links a person that `createAgent` has just made for this bot (anybody else: `associateAgent`). */
  linkAgent: defineCall({
    service: 'main',
    method: 'POST',
    path: '/userbot',
    access: { kind: 'bot', in: 'body', name: 'user_bot.bot_id', module: 'new_agent', permission: 'add' },
    body: z.object({
      user_bot: z.object({ user_id: numericId, bot_id: numericId, role_id: numericId, category: areas }),
    }),
    answer: z.object({ id: numericId }),
  }),
  /**
   * Links the account of a proved address; 201 with the user. Any other address is invited by mail and is linked when
   * that mailbox accepts: 201 `{pending: true, name: null}`, whether it has an account or not. Faults of the form are
   * 422 with the texts of `associateFault`; an address already linked is 422 'Ocurrio un error' with the reason at
   * `email`. A caller whose own address nobody has proved: 422 with `details.reason: 'email_not_confirmed'`.
   */
  associateAgent: defineCall({
    service: 'main',
    method: 'POST',
    path: '/userbot/userbotnew',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module: 'associate_agent', permission: 'add' },
    body: z.object({
      email: shortText(254),
      bot_id: numericId,
      role_id: z.nullable(numericId),
      category: z._default(areas, ['general']),
    }),
    answer: z.union([
      z.object({
        id: numericId,
        relation_id: numericId,
        name: z.string(),
        email: z.string(),
        image: z.nullable(z.string()),
      }),
      z.object({ pending: z.literal(true), name: z.null() }),
    ]),
  }),
  /** Invitations to the bot that nobody has accepted yet, those that ran out too, newest first. */
  listInvitations: defineCall({
    service: 'main',
    method: 'GET',
    path: '/userbot/invitations/{botId}',
    access: { kind: 'bot', in: 'params', name: 'botId', module: 'agentes', permission: 'read' },
    params: botParams,
    answer: z.array(invitation),
  }),
  /** Sends a new link, good from now on; the one before it is worth nothing any more. 422 when the plan is full. */
  resendInvitation: defineCall({
    service: 'main',
    method: 'POST',
    path: '/userbot/invitation/{invitationId}/resend',
    access: changeInvitation,
    params: invitationParams,
    answer: invitation,
  }),
  /** Its link is worth nothing any more, and its place in the plan is free. */
  withdrawInvitation: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/userbot/invitation/{invitationId}',
    access: changeInvitation,
    params: invitationParams,
    answer: ok,
  }),
  /** The rows of /agentes over the last 30 days, owners included (the screen hides them), by name. */
  resumeAgents: defineCall({
    service: 'main',
    method: 'GET',
    path: '/userbot/resume_agents_for_bot/{botId}',
    access: { kind: 'bot', in: 'params', name: 'botId', module: 'agentes', permission: 'read' },
    params: botParams,
    answer: z.array(agentSummary),
  }),
  /**
   * Their sessions at this bot end at once. 422 for the last owner; 403 for somebody who may do or see more than the
   * caller.
   */
  unlinkAgent: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/userbot/userbotdestroy/{relationId}',
    access: {
      kind: 'entity',
      entity: 'link',
      in: 'params',
      name: 'relationId',
      module: 'agentes',
      permission: 'delete',
    },
    params: relation,
    answer: ok,
  }),
  showRelation: defineCall({
    service: 'main',
    method: 'GET',
    path: '/userbot/relation/{relationId}',
    access: {
      kind: 'entity',
      entity: 'link',
      in: 'params',
      name: 'relationId',
      module: 'edit_agent',
      permission: 'read',
    },
    params: relation,
    answer: agentRelation,
  }),
  /**
   * Absent fields stay. `name` and `phone` only where `managed`. 422 with `details.fields`, also where role or areas
   * would go beyond the caller's own; 403 for somebody who may do or see more than the caller.
   */
  updateRelation: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/userbot/relation/{relationId}',
    access: {
      kind: 'entity',
      entity: 'link',
      in: 'params',
      name: 'relationId',
      module: 'edit_agent',
      permission: 'edit',
    },
    params: relation,
    body: z.object({
      role_id: z.optional(numericId),
      category: z.optional(areas),
      assignments: z.optional(z.boolean()),
      automatic_assignments: z.optional(z.boolean()),
      name: z.optional(shortText(200)),
      phone: z.optional(z.nullable(shortText(60))),
      /** Skills of the bot, in place of those that they had. 422 at `skill_ids` for another bot's. */
      skill_ids: z.optional(skillIds),
    }),
    answer: agentRelation,
  }),
  /** Who is there now, on what, and in which status; the topic `presence` makes it old. */
  agentPresence: defineCall({
    service: 'main',
    method: 'GET',
    path: '/agent_presence/{botId}',
    access: { kind: 'bot', in: 'params', name: 'botId', module: 'agentes', permission: 'read' },
    params: botParams,
    answer: z.array(agentPresence),
  }),
  /** The caller's own day, by the days of the bot's calendar; a colleague's is among the figures of /metrics. */
  ownDay: defineCall({
    service: 'main',
    method: 'GET',
    path: '/own_day/{botId}',
    access: { kind: 'bot', in: 'params', name: 'botId', module: 'live', permission: 'read' },
    params: botParams,
    answer: ownDay,
  }),
  /** What agents did between two instants. Without `agent_ids`: everybody but the owners. */
  agentDetails: defineCall({
    service: 'main',
    method: 'POST',
    path: '/agent_activities/agent_details',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module: 'agentes', permission: 'read' },
    body: z.object({
      from: instant,
      to: instant,
      bot_id: numericId,
      agent_ids: z.optional(z.array(numericId).check(z.maxLength(500))),
    }),
    answer: z.array(agentDetails),
  }),
  /** /historial-estado-agentes: exact spans by agent and day, from the first day to the last, at most `LIMITS.statusHistoryDays` of them. */
  statusHistory: defineCall({
    service: 'main',
    method: 'POST',
    path: '/agent_activities/status_history',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module: 'agentes', permission: 'read' },
    body: z.object({
      bot_id: numericId,
      from: day,
      to: day,
      agent_ids: z.optional(z.array(numericId).check(z.maxLength(500))),
    }),
    answer: statusHistory,
  }),
};
