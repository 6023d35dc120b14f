/** What people type about a bot, made storable. */

import { parsedUrl } from '../../contract/parsed-url.ts';
import { cleanLine } from '../platform/clean-text.ts';
import { fieldFault } from '../platform/http/field-fault.ts';

/** Throws rule at the field. */
export function botName(typed: string, field = 'bot_name'): string {
  const name = cleanLine(typed);
  if (name === null) throw fieldFault(field, 'Ingresa el nombre del chatbot.');
  return name;
}

/** A web address, http or https; people leave the scheme out. Null: none. Throws rule at the field. */
export function botWeb(typed: string | null | undefined, field = 'web'): string | null {
  const text = cleanLine(typed);
  if (text === null) return null;
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^/]+:\d+/.test(text) ? text : `https://${text}`;
  const url = parsedUrl(address);
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname.includes('.') || url.username !== '') {
    throw fieldFault(field, 'Ingresa la dirección de un sitio web, por ejemplo https://mitienda.cl.');
  }
  return url.href.replace(/\/$/, '');
}
