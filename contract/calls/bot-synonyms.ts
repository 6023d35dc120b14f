/** What an owner says means the same ('sinónimos'). Every edit is one of the draft: customers get it with a publication. */
import * as z from 'zod/mini';
import { clientSynonym, generalConcept, synonymDraft } from '../entities/bot-synonym.ts';
import { atBot, edited, seenInQuery, seenRevision } from './bot-building.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const inBody = atBot('body', 'bot_id');
const oneEdited = z.extend(edited, { synonym: clientSynonym });

export const botSynonymCalls = {
  /** The draft's groups in the order in which they were made, and the concepts that every bot knows. */
  clientSynonyms: defineCall({
    service: 'templates',
    method: 'GET',
    path: '/api/client/synonyms/list/{botId}',
    access: atBot('params', 'botId')('read'),
    params: z.object({ botId: idParam }),
    answer: z.object({ synonyms: z.array(clientSynonym), general: z.array(generalConcept) }),
  }),
  /**
   * A new group. 422 with `details.fields`: a name that a group has already, a word that another group has or that says
   * nothing by itself ('de', 'hola').
   */
  createSynonym: defineCall({
    service: 'templates',
    method: 'POST',
    path: '/api/client/synonyms/custom',
    access: inBody('add'),
    body: synonymDraft,
    answer: oneEdited,
  }),
  /** Other words for the group of this name. 404 when the draft has none; 422 as at its making. */
  updateSynonym: defineCall({
    service: 'templates',
    method: 'PUT',
    path: '/api/client/synonyms/custom',
    access: inBody('edit'),
    body: z.extend(synonymDraft, { revision: seenRevision }),
    answer: oneEdited,
  }),
  /** 404 when the draft has none of this name. */
  deleteSynonym: defineCall({
    service: 'templates',
    method: 'DELETE',
    path: '/api/client/synonyms/custom/{synonym}',
    access: atBot('query', 'bot_id')('delete'),
    params: z.object({ synonym: z.string().check(z.maxLength(100)) }),
    query: z.object({ bot_id: idParam, revision: seenInQuery }),
    answer: edited,
  }),
};
