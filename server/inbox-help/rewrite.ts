/** An agent's own words, written anew: shorter, friendlier, or in the customer's language. */
import type { HelpedText, Rewrite } from '../../contract/entities/inbox-help.ts';
import { LIMITS } from '../../contract/limits.ts';
import { cleanText } from '../platform/clean-text.ts';
import { type Asking, askText, helpMessages, TEXT_FORM, tokensFor } from './help.ts';
import { readTalk } from './talk.ts';

const WISHES: Record<Rewrite, string> = {
  shorter: 'Acórtalo: la misma información en menos palabras, en el idioma en que está escrito.',
  friendlier:
    'Hazlo más amable y cercano, sin exagerar y casi del mismo largo, en el idioma en que está escrito.',
  client_language:
    'Tradúcelo al idioma en que escribe el cliente, que se ve en sus últimos mensajes. Si el texto ya está en ese ' +
    'idioma, devuélvelo igual.',
};
/** Messages of the customer from which their language is read. */
const HEARD = 6;

/** Throws not_found for a conversation that the caller does not see. */
export async function rewriteAnswer(
  asking: Asking,
  id: string,
  { text, how }: { text: string; how: Rewrite },
): Promise<HelpedText> {
  const { lines } = await readTalk(asking.app, asking.by, id);
  const words = cleanText(text);
  const heard = lines.filter(({ de }) => de === 'cliente').slice(-HEARD);
  const abroad = how === 'client_language';
  if (abroad && heard.length === 0)
    return { text: null, reason: 'El cliente todavía no ha escrito: no sabemos su idioma.' };
  const messages = helpMessages(
    [
      'Reescribes el texto que una persona va a enviar por chat a un cliente. No lo respondas ni le agregues información.',
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
