/** How a customer is greeted: by a name that somebody gave, or not by name. */
import type { Conversation } from '../../../../contract/entities/conversation.ts';

/** What cards call those whose name is not known: an e-mail, a phone, 'Visitante 4F2A'. */
const NO_NAME = /@|^[+\d\s()-]+$|^Visitante [0-9A-Z]{4}$/;

/** @returns '' where no name is known */
export function clientName(card: Pick<Conversation, 'lead_name' | 'custom'>): string {
  const name = (card.custom.name ?? card.lead_name).trim();
  return NO_NAME.test(name) ? '' : name;
}
