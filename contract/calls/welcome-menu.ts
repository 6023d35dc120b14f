/** The welcome menu (/menu-inicial; docs/product.md §7 'nodes/welcome/…'). Every call edits the draft and answers the whole menu. */
import * as z from 'zod/mini';
import { answerTexts, nodeButtonDrafts, welcomeButtonDrafts, welcomeMenu } from '../entities/bot-node.ts';
import { numericId } from '../primitives.ts';
import { templateName } from '../states.ts';
import { atMenu, edited, seenInQuery, seenRevision } from './bot-building.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const inBody = atMenu('body', 'bot_id');
const answer = z.extend(edited, { menu: welcomeMenu });
/** Sent by the spec's client and not needed: the draft knows its template. */
const template = z.optional(z.nullable(templateName));

export const welcomeMenuCalls = {
  welcomeMenu: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/client/nodes/welcome/{botId}',
    access: atMenu('params', 'botId')('read'),
    params: z.object({ botId: idParam }),
    answer: welcomeMenu,
  }),
  /**
   * Greeting and options in their order, each with what stands under it where that is sent. Options that are left out
   * are gone; their nodes stay, but for those that were made for options alone. What is absent stays.
   * 422 with `details.fields` for an option that leads nowhere.
   */
  updateWelcome: defineCall({
    service: 'templates',
    method: 'PUT',
    path: '/api/client/nodes/welcome/update',
    access: inBody('edit'),
    body: z.object({
      bot_id: numericId,
      buttons: z.optional(welcomeButtonDrafts),
      answers: z.optional(answerTexts),
      template,
      revision: seenRevision,
    }),
    answer,
  }),
  /** Adds options at the end. One without `node_id` gets a node of its own, to put suboptions under. */
  addWelcomeButtons: defineCall({
    service: 'templates',
    method: 'POST',
    path: '/api/client/nodes/welcome/buttons',
    access: inBody('edit'),
    body: z.object({ bot_id: numericId, buttons: nodeButtonDrafts, template }),
    answer,
  }),
  /** By the name (or id) of the node that the option leads to. A node that was made for it goes, too. */
  deleteWelcomeButton: defineCall({
    service: 'templates',
    method: 'DELETE',
    path: '/api/client/nodes/welcome/buttons/{nodeName}',
    access: atMenu('query', 'bot_id')('edit'),
    params: z.object({ nodeName: z.string().check(z.maxLength(100)) }),
    query: z.object({ bot_id: idParam, revision: seenInQuery }),
    answer: z.extend(answer, {
      deleted_node: z.optional(z.object({ node_id: z.string(), node_name: z.string() })),
    }),
  }),
  /** The options under the node that an option leads to, and what it says above them. */
  setSuboptions: defineCall({
    service: 'templates',
    method: 'PUT',
    path: '/api/client/nodes/welcome/buttons/suboption',
    access: inBody('edit'),
    body: z.object({
      bot_id: numericId,
      node_name: z.string().check(z.maxLength(100)),
      buttons: nodeButtonDrafts,
      answers: z.optional(answerTexts),
      template,
      revision: seenRevision,
    }),
    answer,
  }),
  /** The options as the bot's template has them; the greeting stays. Options whose nodes the draft lacks are left out. */
  resetWelcomeButtons: defineCall({
    service: 'templates',
    method: 'PUT',
    path: '/api/client/nodes/welcome/buttons/reset',
    access: inBody('edit'),
    body: z.object({ bot_id: numericId, template, revision: seenRevision }),
    answer,
  }),
};
