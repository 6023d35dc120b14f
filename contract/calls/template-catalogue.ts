/** The catalogue of templates (docs/product.md §7 'Templates service', 'Template catalogue'): the same for every bot. */
import * as z from 'zod/mini';
import { nodeOutput } from '../entities/bot-node.ts';
import { skillSection, skillTemplate, templateIntent, templateNode } from '../entities/skill-template.ts';
import { templateName } from '../states.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const session = { kind: 'session' } as const;
const catalogueId = z.object({ id: z.string().check(z.maxLength(120)) });
const named = z.object({ name: z.string().check(z.maxLength(100)) });

export const templateCatalogueCalls = {
  /** Every template that a bot can be started from. */
  templates: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/template/list',
    access: session,
    answer: z.array(skillTemplate),
  }),
  /** Sections in the order in which 'Interacciones precargadas' lists them. */
  templateSections: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/template/sections/{templateName}',
    access: session,
    params: z.object({ templateName }),
    answer: z.array(skillSection),
  }),
  /** `id` is `template.intent_name`. 404 when no template has it. */
  templateIntentById: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/template/intents/byid/{id}',
    access: session,
    params: catalogueId,
    answer: templateIntent,
  }),
  /** The intents of a section; without `template` those of every template that has a section of this name. */
  templateIntentsBySection: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/template/intents/bysection/{name}',
    access: session,
    params: named,
    query: z.object({ template: z.optional(templateName) }),
    answer: z.array(templateIntent),
  }),
  templateIntents: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/template/intents',
    access: session,
    query: z.object({ template: z.optional(templateName) }),
    answer: z.array(templateIntent),
  }),
  /** `id` is `template.node_id`. 404 when no template has it. */
  templateNode: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/template/nodes/{id}',
    access: session,
    params: catalogueId,
    answer: templateNode,
  }),
  templateNodeById: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/template/nodes/byid/{id}',
    access: session,
    params: catalogueId,
    answer: templateNode,
  }),
  /**
   * What the template answers to an intent, and what this bot's draft has made of it (null: the bot has no such node).
   * An intent that no template has is answered with no nodes.
   */
  templateAnswersByIntent: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/template/nodes/answers/by_intent/{name}',
    access: { kind: 'bot', in: 'query', name: 'bot_id', module: 'skill_base', permission: 'read' },
    params: named,
    query: z.object({ bot_id: idParam, template: templateName }),
    answer: z.object({ node: z.nullable(templateNode), own: z.nullable(nodeOutput) }),
  }),
  /** The nodes of this name, one a template that has it. */
  templateAnswersByName: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/template/nodes/answers/by_name/{name}',
    access: session,
    params: named,
    query: z.object({ template: z.optional(templateName) }),
    answer: z.array(templateNode),
  }),
};
