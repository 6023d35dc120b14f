/** What happened so far in a conversation or a ticket, for who takes it or gets it. */
import { HELP_LIMITS, type HelpedText } from '../../contract/entities/inbox-help.ts';
import { type Asking, askText, helpMessages, TEXT_FORM, tokensFor } from './help.ts';
import { type SaidLine, saidBy } from './talk.ts';

const ANSWER_TOKENS = tokensFor(HELP_LIMITS.summary / 2);

/** @param about what else it is about, by what it is called */
export async function summarize(
  asking: Asking,
  lines: readonly SaidLine[],
  about: Readonly<Record<string, unknown>> = {},
): Promise<HelpedText> {
  if (lines.length === 0) return { text: null, reason: 'Todavía no hay nada que resumir.' };
  const written = await askText(asking, {
    messages: helpMessages(
      [
        'Resumes una conversación de un cliente con un negocio para la persona que la va a atender ahora.',
        'En español, en a lo más seis líneas breves: qué quiere el cliente, qué datos dio, qué se le respondió o prometió, ' +
          'y qué falta. Solo lo que se dijo; no propongas respuestas ni juzgues a nadie.',
      ],
      TEXT_FORM,
      { ...about, Conversación: lines },
    ),
    answerTokens: ANSWER_TOKENS,
    known: saidBy(lines, null),
    most: HELP_LIMITS.summary,
  });
  return 'reason' in written ? { text: null, reason: written.reason } : { text: written.text, reason: null };
}
