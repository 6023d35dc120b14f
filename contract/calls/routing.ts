/** How a bot's conversations get their agent: rules in order, capacity, and a try-out (docs/decisions/0066-routing.md). */
import * as z from 'zod/mini';
import { botRouting, routingSettings, triedTalk } from '../entities/routing.ts';
import { wholeNumber } from '../primitives.ts';
import { ROUTING_LIMITS } from '../routing-limits.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const bot = z.object({ id: idParam });
const rule = { kind: 'bot', in: 'params', name: 'id', module: 'chatbot' } as const;

export const routingCalls = {
  botRouting: defineCall({
    service: 'main',
    method: 'GET',
    path: '/bot/{id}/routing',
    access: { ...rule, permission: 'read' },
    params: bot,
    answer: botRouting,
  }),
  /**
   * All of it, as it was edited at `revision`: 409 'conflict' (`editConflict`) when somebody saved another since. 422 with
   * `details.fields` for what contradicts itself (`routingFault`), and for people, campaigns and fields that are not the
   * bot's, unless they stood in the rules before.
   */
  saveRouting: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/bot/{id}/routing',
    access: { ...rule, permission: 'edit' },
    params: bot,
    body: z.extend(routingSettings, { revision: wholeNumber }),
    answer: botRouting,
  }),
  /**
   * To whom yesterday's conversations that asked for a person would go by these rules, each for itself, with who is there
   * now; only those that the caller sees. Changes nothing.
   */
  tryRouting: defineCall({
    service: 'main',
    method: 'POST',
    path: '/bot/{id}/routing/try',
    access: { ...rule, permission: 'edit' },
    params: bot,
    body: routingSettings,
    answer: z.object({
      talks: z.array(triedTalk).check(z.maxLength(ROUTING_LIMITS.tried)),
      /** There were more than were looked at. */
      more: z.boolean(),
    }),
  }),
};
