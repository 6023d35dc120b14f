/** Options that a person offers under their answer, and the one that the customer chose of them. */
import type { NewSessionLog } from '../../../contract/calls/conversations.ts';
import type { Button } from '../../../contract/entities/message.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { linkAddress } from '../../../contract/rules/link-address.ts';
import { offerFaultAt, offerForm, withOptions } from '../../../contract/rules/offer.ts';
import type { OfferedLink } from '../../../contract/rules/offered-links.ts';
import type { App } from '../../platform/app.ts';
import { cleanLine, cleanText } from '../../platform/clean-text.ts';
import { type Queryable, sql } from '../../platform/database/database.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { ConversationRow } from '../conversation-row.ts';

/** What ids of options begin with; none of a bot's or a template's do. */
const MARK = 'offer:';
/** The newest offers that can still be answered. */
const OFFERS = 20;

/** Labels as they are kept: one line each. */
export const cleanLabels = (labels: readonly string[]): string[] =>
  labels.map((label) => cleanLine(label) ?? '');
/** Links as they are kept: addresses in their one form; what is none stays as it is, and `offerFault` says so. */
export const cleanLinks = (links: readonly OfferedLink[]): OfferedLink[] =>
  links.map(({ label, url }) => ({ label: cleanLine(label) ?? '', url: linkAddress(url).url ?? url }));

/**
 * The words of an answer and its buttons; the options are in the words where the channel does not show both whole.
 * Throws rule with `details.field` for what are no options or no links, what the channel has no way for, without words
 * over them, in a note, with a template.
 */
export function offered(
  app: Pick<App, 'ids'>,
  row: Pick<ConversationRow, 'channel'>,
  body: Pick<NewSessionLog, 'text' | 'buttons' | 'links' | 'note' | 'template'>,
): { text: string; buttons: Button[] } {
  const text = cleanText(body.text);
  if (!body.buttons?.length && !body.links?.length) return { text, buttons: [] };
  const refuse = (message: string) => new Refused('rule', { message, details: { field: 'buttons' } });
  if (body.note || body.template) throw refuse('Los botones se envían en una respuesta.');
  if (text.trim() === '') throw refuse('Escribe el texto que va sobre los botones.');
  const labels = cleanLabels(body.buttons ?? []);
  const links = cleanLinks(body.links ?? []);
  const fault = offerFaultAt(row.channel, labels, links);
  if (fault !== null) throw refuse(fault);
  if (offerForm(row.channel, text, labels, links) === 'words') {
    const words = withOptions(text, labels, links);
    if (words.length > LIMITS.messageText) throw refuse('El texto y sus opciones no caben en un mensaje.');
    return { text: words, buttons: [] };
  }
  const id = app.ids();
  const all = [...labels.map((label) => ({ label })), ...links];
  return { text, buttons: all.map((one, place) => ({ id: `${MARK}${id}:${place + 1}`, ...one })) };
}

/**
 * The option of a person's answer in this conversation that was chosen.
 * @param conversationId null: there is none under way
 * @returns null: it is none of a person's, or none of the latest
 */
export async function chosenOffer(
  db: Queryable,
  conversationId: string | null,
  button: string | undefined,
): Promise<Button | null> {
  if (conversationId === null || !button?.startsWith(MARK)) return null;
  const offers = await db.query<{ buttons: Button[] }>(sql`
    select m.buttons from messages m
    where m.conversation_id = ${conversationId} and m.sender = 'agent' and not m.note and m.buttons <> '[]'::jsonb
    order by m.position desc limit ${OFFERS}`);
  // A link opens a page: it is nobody's answer.
  return (
    offers.flatMap(({ buttons }) => buttons).find(({ id, url }) => id === button && url === undefined) ?? null
  );
}
