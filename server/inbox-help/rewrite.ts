/** An agent's own words, an answer or a note, written anew: shorter, friendlier, clearer, in another language. */
import type { HelpedText, Rewrite } from '../../contract/entities/inbox-help.ts';
import { LIMITS } from '../../contract/limits.ts';
import { cleanText } from '../platform/clean-text.ts';
import { type Asking, askText, helpMessages, TEXT_FORM, tokensFor } from './help.ts';
import type { SaidLine } from './talk.ts';

const WISHES: Record<Rewrite, string> = {
  shorter: 'Acórtalo: la misma información en menos palabras, en el idioma en que está escrito.',
  friendlier:
    'Hazlo más amable y cercano, sin exagerar y casi del mismo largo, en el idioma en que está escrito.',
  client_language:
    'Tradúcelo al idioma en que escribe el cliente, que se ve en sus últimos mensajes. Si el texto ya está en ese ' +
    'idioma, devuélvelo igual.',
  clearer: 'Hazlo más claro y ordenado, casi del mismo largo, en el idioma en que está escrito.',
  spanish: 'Tradúcelo al español de Chile. Si ya está en español, devuélvelo igual.',
};
/** Messages of the customer from which their language is read. */
const HEARD = 6;

/** @param lines what was said where they write, as far as the caller sees it */
export async function rewriteAnswer(
  asking: Asking,
  lines: readonly SaidLine[],
  { text, how }: { text: string; how: Rewrite },
): Promise<HelpedText> {
  const words = cleanText(text);
  const heard = lines.filter(({ de }) => de === 'cliente').slice(-HEARD);
  const abroad = how === 'client_language';
  if (abroad && heard.length === 0)
    return { text: null, reason: 'El cliente todavía no ha escrito: no sabemos su idioma.' };
  const messages = helpMessages(
    [
      'Reescribes el texto de una persona que atiende a los clientes de un negocio. No lo respondas ni le agregues información.',
      WISHES[how],
      'Conserva el sentido, los nombres, números, fechas, montos y enlaces tal como están.',
    ],
    TEXT_FORM,
    { ...(abroad ? { 'Últimos mensajes del cliente': heard.map(({ texto }) => texto) } : {}), Texto: words },
  );
  const written = await askText(asking, {
    messages,
    answerTokens: tokensFor(words.length),
    known: [words],
    most: LIMITS.messageText,
  });
  return 'reason' in written ? { text: null, reason: written.reason } : { text: written.text, reason: null };
}
