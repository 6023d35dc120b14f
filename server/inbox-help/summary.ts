/** What happened in a conversation so far, for who takes it or gets it. It is kept nowhere. */
import { HELP_LIMITS, type HelpedText } from '../../contract/entities/inbox-help.ts';
import { type Asking, askText, helpMessages, TEXT_FORM, tokensFor } from './help.ts';
import { readTalk, saidBy } from './talk.ts';

const ANSWER_TOKENS = tokensFor(HELP_LIMITS.summary / 2);

/** Throws not_found for a conversation that the caller does not see. */
export async function summarizeConversation(asking: Asking, id: string): Promise<HelpedText> {
  const { lines } = await readTalk(asking.app, asking.by, id);
  if (lines.length === 0) return { text: null, reason: 'Todavía no hay nada que resumir.' };
  const written = await askText(asking, {
    messages: helpMessages(
      [
        'Resumes una conversación de un cliente con un negocio para la persona que la va a atender ahora.',
        'En español, en a lo más seis líneas breves: qué quiere el cliente, qué datos dio, qué se le respondió o prometió, ' +
          'y qué falta. Solo lo que se dijo; no propongas respuestas ni juzgues a nadie.',
      ],
      TEXT_FORM,
      { Conversación: lines },
    ),
    answerTokens: ANSWER_TOKENS,
    known: saidBy(lines, null),
    most: HELP_LIMITS.summary,
  });
  return 'reason' in written ? { text: null, reason: written.reason } : { text: written.text, reason: null };
}
