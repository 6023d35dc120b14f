/** The same help in tickets, of what the caller sees of them. Notes stay here, as those of conversations do. */
import * as z from 'zod/mini';
import {
  HELP_LIMITS,
  type HelpedDraft,
  type HelpedText,
  type HelpedTicket,
} from '../../contract/entities/inbox-help.ts';
import { allows } from '../../contract/permissions.ts';
import { plainLine } from '../../contract/rules/plain-line.ts';
import { TICKET_LIMITS, TICKET_STATE_LABELS } from '../../contract/rules/tickets.ts';
import { AREAS, area } from '../../contract/states.ts';
import { Refused } from '../platform/http/refused.ts';
import { messagesOf } from '../tickets/messages.ts';
import { findTicket, requireSeen, type TicketRow } from '../tickets/ticket-row.ts';
import { draftAnswer } from './draft.ts';
import { type Asking, askHelp, helpMessages, judgeText, tokensFor } from './help.ts';
import type { Stores } from './materials.ts';
import { summarize } from './summary.ts';
import { linesOf, readTalk, type SaidLine, saidBy } from './talk.ts';

interface TicketTalk {
  row: TicketRow;
  lines: SaidLine[];
  /** What was said in the conversation is among them. */
  ofConversation: boolean;
}

/**
 * Help with a ticket. Throws not_found for one that the caller does not see, and where they see it, or the conversation
 * whose words went in, no more when the model has answered.
 */
export async function helpWithTicket<T>(
  asking: Asking,
  id: string,
  work: (talk: TicketTalk) => Promise<T>,
): Promise<T> {
  const talk = await readTicketTalk(asking, id);
  const done = await work(talk);
  const row = requireSeen(asking.by.viewer, await findTicket(asking.app.db, id));
  if (talk.ofConversation && (await talkOf(asking, row)) === null) throw new Refused('not_found');
  return done;
}

async function readTicketTalk(asking: Asking, id: string): Promise<TicketTalk> {
  const { app, by } = asking;
  const row = requireSeen(by.viewer, await findTicket(app.db, id));
  const said = await messagesOf(app.db, id, { notes: false, most: HELP_LIMITS.talk });
  const talk = await talkOf(asking, row);
  const own = said.filter(({ text, message_id }) => text !== '' && !talk?.ids.has(message_id ?? ''));
  return {
    row,
    lines: [
      ...(talk?.lines ?? []),
      ...linesOf(own.map(({ from: sender, text }) => ({ sender, text }))),
    ].slice(-HELP_LIMITS.talk),
    ofConversation: talk !== null,
  };
}

/** The conversation that it was made from, for who may read it there; null: none that they see. */
async function talkOf({ app, by }: Asking, { conversation_id }: TicketRow) {
  if (conversation_id === null || !allows(by.link.role.permissions, 'live', 'read')) return null;
  try {
    return await readTalk(app, by, conversation_id);
  } catch (error) {
    if (error instanceof Refused && error.code === 'not_found') return null;
    throw error;
  }
}

const about = ({ subject, state }: TicketRow) => ({
  'Asunto del ticket': subject,
  'Estado del ticket': TICKET_STATE_LABELS[state],
});

export function draftTicket(asking: Asking, stores: Stores, id: string): Promise<HelpedDraft> {
  return helpWithTicket(asking, id, ({ row, lines }) =>
    draftAnswer(asking, stores, { lines, leadId: row.lead_id, about: about(row) }),
  );
}

export function summarizeTicket(asking: Asking, id: string): Promise<HelpedText> {
  return helpWithTicket(asking, id, ({ row, lines }) => summarize(asking, lines, about(row)));
}

const answer = z.object({ asunto: z.string(), area: z.string() });
const NO_AREA = 'ninguna';
const ANSWER_TOKENS = tokensFor(TICKET_LIMITS.subject);

/** Subject and area for a ticket of this conversation. Throws not_found for one that the caller does not see. */
export async function proposeTicket(asking: Asking, id: string): Promise<HelpedTicket> {
  const { lines } = await readTalk(asking.app, asking.by, id);
  const none = (reason: string): HelpedTicket => ({ subject: null, category: null, reason });
  if (lines.length === 0) return none('Todavía no se ha dicho nada.');
  const proposed = await askHelp(asking, {
    messages: helpMessages(
      [
        'Pones el asunto a un ticket que un negocio abre por la conversación con un cliente, y dices a qué área va.',
        'El asunto, en español, en una línea de a lo más doce palabras: qué hay que resolver. Solo lo que se dijo. El área ' +
          `es una de estas: ${AREAS.join(', ')}; ante la duda, ${NO_AREA}.`,
      ],
      '{"asunto": "…", "area": "…"}',
      { Conversación: lines },
    ),
    form: {
      name: 'ticket',
      properties: { asunto: { type: 'string' }, area: { type: 'string', enum: [...AREAS, NO_AREA] } },
    },
    schema: answer,
    answerTokens: ANSWER_TOKENS,
    read: ({ asunto, area: named }) => {
      const judged = judgeText(asunto, { known: saidBy(lines, 'cliente'), most: TICKET_LIMITS.subject });
      if (typeof judged === 'string') return judged;
      // One that it made up is none.
      return { subject: plainLine(judged.text), category: area.safeParse(named).data ?? null };
    },
  });
  return 'reason' in proposed ? none(proposed.reason) : { ...proposed, reason: null };
}
