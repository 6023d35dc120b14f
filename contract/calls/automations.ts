/** Automations: what a chatbot does by itself about carts and payments, and why it did (docs/protocol.md 'Automations'). */
import * as z from 'zod/mini';
import {
  automation,
  automationCase,
  automationDecision,
  automationKind,
  automationPreview,
  automationRule,
  automationStep,
} from '../entities/automation.ts';
import { cartClaim, claimingShop } from '../entities/cart-claim.ts';
import { textId } from '../primitives.ts';
import { CASE_STATES } from '../rules/automations.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const ofBot = (permission: 'read' | 'edit') =>
  ({ kind: 'bot', in: 'query', name: 'bot_id', module: 'automatizaciones', permission }) as const;
const kind = z.object({ kind: automationKind });
const query = z.object({ bot_id: idParam });

export const automationCalls = {
  getAutomation: defineCall({
    service: 'main',
    method: 'GET',
    path: '/automations/{kind}',
    access: ofBot('read'),
    params: kind,
    query,
    answer: automation,
  }),
  /** 409 when somebody else has saved since `revision`. Cases that are under way keep what they began with. */
  putAutomation: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/automations/{kind}',
    access: ofBot('edit'),
    params: kind,
    query,
    body: automationRule,
    answer: automation,
  }),
  /** Asks the shops now, writes to nobody. */
  previewAutomation: defineCall({
    service: 'main',
    method: 'POST',
    path: '/automations/{kind}/preview',
    access: ofBot('read'),
    params: kind,
    query,
    body: automationRule,
    answer: automationPreview,
  }),
  /** One message of it, to the phone of one's own account, with the values of its newest case. */
  testAutomation: defineCall({
    service: 'main',
    method: 'POST',
    path: '/automations/{kind}/test',
    access: ofBot('edit'),
    params: kind,
    query,
    body: z.object({ step: automationStep }),
    answer: z.object({ phone: z.string(), text: z.string() }),
  }),
  /** The newest first. */
  automationCases: defineCall({
    service: 'main',
    method: 'GET',
    path: '/automations/{kind}/cases',
    access: ofBot('read'),
    params: kind,
    query: z.object({
      bot_id: idParam,
      state: z.optional(z.enum(CASE_STATES)),
      page: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(100_000))),
    }),
    answer: z.object({ cases: z.array(automationCase), page: z.int(), pages: z.int(), total: z.int() }),
  }),
  /** Carts that the shop's page reported, the newest first; `shops`: those whose carts only their page knows. */
  cartClaims: defineCall({
    service: 'main',
    method: 'GET',
    path: '/cart_claims',
    access: ofBot('read'),
    query: z.object({
      bot_id: idParam,
      page: z.optional(z.coerce.number().check(z.int(), z.positive(), z.lte(100_000))),
    }),
    answer: z.object({
      shops: z.array(claimingShop),
      claims: z.array(cartClaim),
      page: z.int(),
      pages: z.int(),
      total: z.int(),
    }),
  }),
  /** With all that was decided about it, in its order. */
  automationCase: defineCall({
    service: 'main',
    method: 'GET',
    path: '/automation_cases/{id}',
    access: {
      kind: 'entity',
      entity: 'automation_case',
      in: 'params',
      name: 'id',
      module: 'automatizaciones',
      permission: 'read',
    },
    params: z.object({ id: textId }),
    answer: z.object({ ...automationCase.shape, decisions: z.array(automationDecision) }),
  }),
};
