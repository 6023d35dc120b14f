/**
 * Help of the language model in tickets (docs/decisions/0076-help-where-it-is-needed.md): as in the inbox
 * (contract/calls/inbox-help.ts), by the permissions of tickets.
 */
import * as z from 'zod/mini';
import { helpedDraft, helpedText, helpedTicket, wordsToRewrite } from '../entities/inbox-help.ts';
import { textId } from '../primitives.ts';
import { defineCall } from './call.ts';

const module = 'tickets';
const params = z.object({ id: textId });
const byId = (entity: 'ticket' | 'conversation', permission: 'read' | 'add') =>
  ({ kind: 'entity', entity, in: 'params', name: 'id', module, permission }) as const;

export const ticketHelpCalls = {
  /** An answer to the customer; what was said in the conversation counts for who sees it. */
  draftTicketAnswer: defineCall({
    service: 'main',
    method: 'POST',
    path: '/tickets/{id}/help/draft',
    access: byId('ticket', 'add'),
    params,
    answer: helpedDraft,
  }),
  rewriteTicketWords: defineCall({
    service: 'main',
    method: 'POST',
    path: '/tickets/{id}/help/rewrite',
    access: byId('ticket', 'add'),
    params,
    body: wordsToRewrite,
    answer: helpedText,
  }),
  summarizeTicket: defineCall({
    service: 'main',
    method: 'POST',
    path: '/tickets/{id}/help/summary',
    access: byId('ticket', 'read'),
    params,
    answer: helpedText,
  }),
  /** Subject and area for a ticket of a conversation that the caller sees. It makes none. */
  proposeTicket: defineCall({
    service: 'conversations',
    method: 'POST',
    path: '/conversations/{id}/help/ticket',
    access: byId('conversation', 'add'),
    params,
    answer: helpedTicket,
  }),
};
