/** A bot's nodes (docs/product.md §7 'Templates service', Nodes; §4 'Node status'). Every call edits the draft. */
import * as z from 'zod/mini';
import { answerTexts, buildingName, clientNode, nodeButtonDrafts, nodeDraft } from '../entities/bot-node.ts';
import { numericId } from '../primitives.ts';
import { templateName } from '../states.ts';
import { atBot, copyAnswer, edited, seenInQuery, seenRevision } from './bot-building.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const inBody = atBot('body', 'bot_id');
const botId = z.object({ botId: idParam });
const ofBot = z.object({ bot_id: idParam });
const name = z.string().check(z.maxLength(100));

/** With `node_id` that one alone; without it all of the template. */
const copyNodes = z.object({
  bot_id: numericId,
  template: templateName,
  node_id: z.optional(name),
  /** With `node_id`: the owner's own words in place of the template's. */
  answers: z.optional(answerTexts),
  buttons: z.optional(nodeButtonDrafts),
  /** With `node_id`. */
  revision: seenRevision,
});

/** What a node says, as its reader got it and may send it back. */
const said = z.optional(
  z.nullable(z.object({ answers: answerTexts, buttons: z.optional(nodeButtonDrafts) })),
);
const customNode = z.extend(nodeDraft, {
  bot_id: numericId,
  node_id: z.optional(z.nullable(buildingName)),
  /** The bot's; an interaction of the owner's own belongs to none. */
  template: z.optional(z.nullable(templateName)),
  /** Taken where there are no `answers`: what the draft says, else what the published bot says. */
  new_output: said,
  output: said,
  revision: seenRevision,
});
export type CustomNode = z.infer<typeof customNode>;

export const botNodeCalls = {
  /**
   * Puts nodes of the template into the draft in place of those of the same id; with `node_id` also its intent, so
   * that saving a preloaded interaction is one call. `details`: 'a new register was created' or 'text updated'.
   */
  copyNodes: defineCall({
    service: 'templates',
    method: 'POST',
    path: '/api/client/nodes/copy',
    access: inBody('add'),
    body: copyNodes,
    answer: copyAnswer,
  }),
  /** Adds those of the template that the draft lacks and touches no other. */
  completeNodes: defineCall({
    service: 'templates',
    method: 'POST',
    path: '/api/client/nodes/complete',
    access: inBody('add'),
    body: z.object({ bot_id: numericId, template: templateName }),
    answer: copyAnswer,
  }),
  /** Every node of the draft, in the order in which their conditions are tried. */
  clientNodes: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/client/nodes/list/{botId}',
    access: atBot('params', 'botId', ['menu_inicial', 'faqs'])('read'),
    params: botId,
    answer: z.array(clientNode),
  }),
  /**
   * The nodes that answer an intent; with `parent` those that do so right after that node, with `template` those that
   * came with it. None: an empty list.
   */
  clientAnswersByIntent: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/client/nodes/answers/by_intent/{intent}',
    access: atBot('query', 'bot_id')('read'),
    params: z.object({ intent: name }),
    query: z.object({ bot_id: idParam, template: z.optional(templateName), parent: z.optional(name) }),
    answer: z.object({ nodes: z.array(clientNode) }),
  }),
  /** The owner's own interactions: nodes that came with no template. */
  customNodes: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/client/nodes/answers/custom/{botId}',
    access: atBot('params', 'botId')('read'),
    params: botId,
    answer: z.object({ custom_nodes: z.array(clientNode) }),
  }),
  /** The intent of a node; null: it has none, or the draft has no such node. */
  nodeIntent: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/client/nodes/intent_associated/{nodeId}',
    access: atBot('query', 'bot_id')('read'),
    params: z.object({ nodeId: name }),
    query: ofBot,
    answer: z.object({ intent: z.nullable(z.string()) }),
  }),
  /**
   * Saves a custom interaction, with the fields of the specification's node data alone if need be: a change when it is
   * one that has this `node_id` (needs edit as well), otherwise a new one (of that id, if one is given). Without a title
   * its name is its title. 422 with `details.fields` for faults (nothing to say, a name that is taken, a condition that
   * can't be read, an option that leads nowhere, an interaction of the template).
   */
  createCustomNode: defineCall({
    service: 'templates',
    method: 'POST',
    path: '/api/client/nodes/custom/node',
    access: inBody('add'),
    body: customNode,
    answer: z.extend(edited, { node: clientNode }),
  }),
  /** Any node's fields, a template's too. Fields that are absent stay as they are. 404: no such node in the draft. */
  updateCustomNode: defineCall({
    service: 'templates',
    method: 'PUT',
    path: '/api/client/nodes/custom/update',
    access: inBody('edit'),
    body: z.extend(nodeDraft, { bot_id: numericId, node_id: name, revision: seenRevision }),
    answer: z.extend(edited, { node: clientNode }),
  }),
  /** Switches a node off or on. */
  deactivateNode: defineCall({
    service: 'templates',
    method: 'PUT',
    path: '/api/client/nodes/deactivate',
    access: inBody('edit'),
    body: z.object({ bot_id: numericId, node_id: name, status: z.boolean(), revision: seenRevision }),
    answer: z.extend(edited, { node: clientNode }),
  }),
  /**
   * Puts a node before another of the draft (`before` null: last): the order in which conditions are tried. Both by
   * node_id. With `revision`: 409 'conflict' when somebody changed that order since.
   */
  moveNode: defineCall({
    service: 'templates',
    method: 'PUT',
    path: '/api/client/nodes/order',
    access: inBody('edit'),
    body: z.object({
      bot_id: numericId,
      node: name,
      place_before: z.nullable(name),
      revision: seenRevision,
    }),
    answer: edited,
  }),
  /** By node_id or node_name. Options that led to it go with it. 404: no such node in the draft. */
  deleteCustomNode: defineCall({
    service: 'templates',
    method: 'DELETE',
    path: '/api/client/nodes/custom/node/{node}',
    access: atBot('query', 'bot_id')('delete'),
    params: z.object({ node: name }),
    query: z.extend(ofBot, { revision: seenInQuery }),
    answer: edited,
  }),
  /** Deletes every node that came with the template; options that led to them go too. */
  deleteNodesByTemplate: defineCall({
    service: 'templates',
    method: 'DELETE',
    path: '/api/client/nodes/delete/by_template/{botId}',
    access: atBot('params', 'botId')('delete'),
    params: botId,
    query: z.object({ template: templateName, revision: seenInQuery }),
    answer: z.extend(edited, { deleted: z.int() }),
  }),
  /**
   * Template change, all or nothing: deletes the old template's intents, entities and nodes, copies the new one's,
   * takes its welcome menu, saves the bot's template. Custom interactions stay. `message` is what the screen shows.
   * With `revision`: 409 'conflict' when the draft has moved on.
   */
  createSkill: defineCall({
    service: 'templates',
    method: 'POST',
    path: '/api/client/skill/create',
    access: inBody('edit'),
    body: z.object({ bot_id: numericId, template: templateName, revision: seenRevision }),
    answer: z.extend(edited, {
      template: templateName,
      message: z.string(),
      intents: z.int(),
      entities: z.int(),
      nodes: z.int(),
    }),
  }),
};
