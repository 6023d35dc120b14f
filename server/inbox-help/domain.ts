/** Help of the language model for who answers in the inbox and in tickets: drafts, other words, translations, summaries, tags. */
import type { FastifyReply } from 'fastify';
import { inboxHelpCalls } from '../../contract/calls/inbox-help.ts';
import { ticketHelpCalls } from '../../contract/calls/ticket-help.ts';
import { HELP_LIMITS } from '../../contract/entities/inbox-help.ts';
import type { App } from '../platform/app.ts';
import type { Domain } from '../platform/domain.ts';
import { callerGone } from '../platform/http/caller-gone.ts';
import { slowly } from '../platform/http/judged-again.ts';
import { registerCall } from '../platform/http/route.ts';
import type { BotSession } from '../platform/http/session.ts';
import { draftAnswer } from './draft.ts';
import { type Asking, requireHelp } from './help.ts';
import { keptSummary } from './kept-summary.ts';
import type { Stores } from './materials.ts';
import { rewriteAnswer } from './rewrite.ts';
import { summarize } from './summary.ts';
import { proposeTags } from './tags.ts';
import { readTalk } from './talk.ts';
import { draftTicket, helpWithTicket, proposeTicket, summarizeTicket } from './ticket.ts';
import { translateMessage } from './translate.ts';

/** @param stores where drafts find what they rest on */
export const inboxHelp = (app: App, stores: Stores): Domain => ({
  name: 'inbox-help',
  calls() {
    const asked = app.sharedLimit('inbox.help', HELP_LIMITS.aMinute, 60);
    const begin = async (by: BotSession, reply: FastifyReply): Promise<Asking> => {
      const asking = await requireHelp(app, by, callerGone(reply));
      await asked.take(String(by.user.id));
      return asking;
    };
    registerCall(
      app,
      inboxHelpCalls.draftAnswer,
      slowly(async ({ session, params, reply }) => {
        const asking = await begin(session, reply);
        const { row, lines } = await readTalk(app, session, params.id);
        return draftAnswer(asking, stores, { lines, leadId: row.lead_id });
      }),
    );
    registerCall(
      app,
      inboxHelpCalls.rewriteAnswer,
      slowly(async ({ session, params, body, reply }) => {
        const asking = await begin(session, reply);
        const { lines } = await readTalk(app, session, params.id);
        return rewriteAnswer(asking, lines, body);
      }),
    );
    registerCall(
      app,
      inboxHelpCalls.summarizeConversation,
      slowly(async ({ session, params, reply }) => {
        const asking = await begin(session, reply);
        const { lines } = await readTalk(app, session, params.id);
        return summarize(asking, lines);
      }),
    );
    registerCall(
      app,
      inboxHelpCalls.keptSummary,
      slowly(async ({ session, params, body, reply }) => {
        const asking = await requireHelp(app, session, callerGone(reply));
        // What is kept costs nothing, and counts as no question.
        return keptSummary(asking, params.id, body.again === true, () => asked.take(String(session.user.id)));
      }),
    );
    registerCall(
      app,
      ticketHelpCalls.draftTicketAnswer,
      slowly(async ({ session, params, reply }) =>
        draftTicket(await begin(session, reply), stores, params.id),
      ),
    );
    registerCall(
      app,
      ticketHelpCalls.rewriteTicketWords,
      slowly(async ({ session, params, body, reply }) => {
        const asking = await begin(session, reply);
        return helpWithTicket(asking, params.id, ({ lines }) => rewriteAnswer(asking, lines, body));
      }),
    );
    registerCall(
      app,
      ticketHelpCalls.summarizeTicket,
      slowly(async ({ session, params, reply }) => summarizeTicket(await begin(session, reply), params.id)),
    );
    registerCall(
      app,
      ticketHelpCalls.proposeTicket,
      slowly(async ({ session, params, reply }) => proposeTicket(await begin(session, reply), params.id)),
    );
    registerCall(
      app,
      inboxHelpCalls.proposeTags,
      slowly(async ({ session, params, reply }) => proposeTags(await begin(session, reply), params.id)),
    );
    registerCall(
      app,
      inboxHelpCalls.translateMessage,
      slowly(async ({ session, params, reply }) => translateMessage(await begin(session, reply), params.id)),
    );
  },
});
