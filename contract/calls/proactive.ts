/**
 * Proactive messages of the chat in a site (docs/decisions/0079-proactive-messages.md). Sites ask
 * `GET /visitor/proactive/{bot}?token=` instead.
 */
import * as z from 'zod/mini';
import { botProactive, proactiveRules } from '../entities/proactive.ts';
import { wholeNumber } from '../primitives.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const bot = z.object({ id: idParam });
const rule = { kind: 'bot', in: 'params', name: 'id', module: 'chatbot' } as const;

export const proactiveCalls = {
  botProactive: defineCall({
    service: 'main',
    method: 'GET',
    path: '/bot/{id}/proactive',
    access: { ...rule, permission: 'read' },
    params: bot,
    answer: botProactive,
  }),
  /**
   * All of them, as they were edited at `revision`: 409 'conflict' (`editConflict`) when somebody saved others since. 422
   * with `details.fields` for one that lacks what it says or names no page (`proactiveFault`).
   */
  saveProactive: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/bot/{id}/proactive',
    access: { ...rule, permission: 'edit' },
    params: bot,
    body: z.object({ revision: wholeNumber, rules: proactiveRules }),
    answer: botProactive,
  }),
};
