/** How a bot's WhatsApp button begins, and what it is in words. */

import { SIDE_WORDS } from '../entities/look-words.ts';
import type { WhatsAppButton } from '../entities/whatsapp-button.ts';
import { PHONE_TEXTS, phoneText, readPhone } from '../rules/phone.ts';

/** Nobody ever set it. The green is WhatsApp's darker one: its own leaves a white mark hardly to be seen. */
export const FIRST_BUTTON: WhatsAppButton = {
  on: false,
  color: '#0b7a5a',
  position: 'right',
  label: '',
  greeting: '¿Con quién quieres hablar?',
  contacts: [],
  closed: 'offer',
  closed_note: 'Ahora no estamos. Escríbenos y te respondemos {abre}.',
  closed_text: '',
  places: { pages: 'all', paths: [], devices: 'all' },
};

export const PAGES_TEXT = {
  all: 'En todas las páginas',
  only: 'Solo en algunas',
  except: 'En todas menos algunas',
} as const;
export const DEVICES_TEXT = {
  all: 'En todos',
  phone: 'Solo en teléfonos',
  computer: 'Solo en computadores',
} as const;

/** Its fields in words: for the record of changes, and for who edits what somebody else changed. */
export function buttonTexts(button: WhatsAppButton): Record<string, string> {
  const { places } = button;
  return {
    button: button.on ? 'Se muestra' : 'No se muestra',
    numbers: button.contacts
      .map(({ name, phone, area, text }) =>
        [name, phoneText(phone), ...(area ? [area] : []), ...(text ? [`«${text}»`] : [])].join(' · '),
      )
      .join('\n'),
    color: button.color,
    position: SIDE_WORDS[button.position],
    label: button.label,
    greeting: button.greeting,
    closed: button.closed === 'offer' ? 'Se ofrecen igual' : 'Se ocultan',
    closed_note: button.closed_note,
    closed_text: button.closed_text,
    pages: [PAGES_TEXT[places.pages], ...(places.pages === 'all' ? [] : places.paths)].join('\n'),
    devices: DEVICES_TEXT[places.devices],
  };
}

/**
 * What no site could show, by the field that it stands at: `contacts`, `contacts.{id}.name`, `contacts.{id}.phone`,
 * `paths`. The form shows them all, the server refuses by the first.
 */
export function buttonFaults({ on, contacts, places }: WhatsAppButton): Record<string, string> {
  const faults: Record<string, string> = {};
  if (on && contacts.length === 0) faults['contacts'] = 'Agrega al menos un número para mostrar el botón.';
  if (new Set(contacts.map(({ id }) => id)).size < contacts.length)
    faults['contacts'] = 'Hay un número repetido en la lista.';
  for (const { id, name, phone } of contacts) {
    if (name.trim() === '') faults[`contacts.${id}.name`] = 'Escribe el nombre que verán tus visitantes.';
    if (readPhone(phone) === null) faults[`contacts.${id}.phone`] = PHONE_TEXTS.invalid;
  }
  if (places.pages !== 'all' && places.paths.length === 0)
    faults['paths'] = 'Escribe al menos una página, por ejemplo /producto/*';
  else if (places.paths.some((path) => !path.startsWith('/')))
    faults['paths'] = 'Cada página empieza con /, por ejemplo /producto/*';
  return faults;
}
