/** What a search found in a row, with the place marked. */
import type { ReactNode } from 'react';
import type { FoundIn } from '../../../../contract/calls/conversation-lists.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { plainLine } from '../../../../contract/rules/plain-line.ts';
import { findText } from '../../../../contract/rules/search-text.ts';
import type { Find } from './conversation-row.tsx';
import { leadName } from './conversation-row.tsx';

const LONGEST = 220;
const LABELS: Record<Exclude<FoundIn['in'], 'name' | 'message'>, string> = {
  email: 'Correo',
  phone: 'Teléfono',
  rut: 'RUT',
};

/** The text with the searched place marked; whole where it stands elsewhere or differently (a phone's spaces). */
export function marked(written: string, search: string, whole = false): ReactNode {
  // Customers' words: nothing in them reaches beyond their line.
  const text = plainLine(written, LONGEST);
  const place = findText(text, search);
  if (!place) return whole ? <mark>{text}</mark> : <bdi>{text}</bdi>;
  return (
    <bdi>
      {text.slice(0, place.start)}
      <mark>{text.slice(place.start, place.end)}</mark>
      {text.slice(place.end)}
    </bdi>
  );
}

/** @returns what stands in a row; null where nothing was searched */
export function findOfRow(
  found: readonly FoundIn[],
  search: string | undefined,
): (card: Conversation) => Find | null {
  const byId = new Map<string, FoundIn[]>();
  for (const find of found) {
    const known = byId.get(find.conversation_id);
    if (known) known.push(find);
    else byId.set(find.conversation_id, [find]);
  }
  return (card) => {
    if (search === undefined) return null;
    const finds = byId.get(card.id) ?? [];
    const message = finds.find((find) => find.in === 'message');
    const contact = finds.find((find) => find.in !== 'message');
    return {
      name: findText(leadName(card), search) ? marked(leadName(card), search) : null,
      preview: message ? marked(message.text, search) : ofContact(contact, search),
      messageId: message?.message_id ?? null,
    };
  };
}

function ofContact(find: FoundIn | undefined, search: string): ReactNode {
  if (!find || find.in === 'name' || find.in === 'message') return null;
  return (
    <>
      {LABELS[find.in]}: {marked(find.text, search, true)}
    </>
  );
}
