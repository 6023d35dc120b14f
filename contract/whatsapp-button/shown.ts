/** What a site is told of the button at an instant: who attends by the bot's calendar, ready to be shown. */

import { isOpen, nextClosing, nextOpening, versionAt } from '../calendar/open-hours.ts';
import { momentText, openText } from '../calendar/opening-text.ts';
import { addDays, dayIn, startOfDay } from '../days.ts';
import type { Calendar } from '../entities/calendar.ts';
import type { ShownWhatsAppButton, WhatsAppButton, WhatsAppContact } from '../entities/whatsapp-button.ts';

/** @param now milliseconds */
export function shownButton(button: WhatsAppButton, calendar: Calendar, now: number): ShownWhatsAppButton {
  const { color, position, label, greeting, places, contacts, closed } = button;
  const { zone } = versionAt(calendar, now);
  const midnight = startOfDay(addDays(dayIn(now, zone), 1), zone);
  const changes = contacts.flatMap(({ area }) => {
    const open = isOpen(calendar, area, now);
    const at = open ? nextClosing(calendar, area, now) : nextOpening(calendar, area, now);
    if (at === null) return [];
    // 'mañana a las 9:00' is 'hoy' from midnight on.
    return open || closed === 'hide' ? [at] : [Math.min(at, midnight)];
  });
  return {
    color,
    position,
    label,
    greeting,
    places,
    contacts: contacts
      .map((contact) => shownContact(button, contact, calendar, now))
      .filter(({ open }) => open || closed === 'offer'),
    changes_at: changes.length === 0 ? null : new Date(Math.min(...changes)).toISOString(),
  };
}

function shownContact(
  { closed_note, closed_text }: WhatsAppButton,
  { name, phone, area, text }: WhatsAppContact,
  calendar: Calendar,
  now: number,
): ShownWhatsAppButton['contacts'][number] {
  const open = isOpen(calendar, area, now);
  return {
    name,
    area,
    phone: phone.slice(1),
    text: open || closed_text === '' ? text : closed_text,
    open,
    note: open ? 'Abierto ahora' : closedNote(closed_note, calendar, area, now),
  };
}

/** `{abre}` by when somebody attends again; without such a time, what holds in any case. */
function closedNote(note: string, calendar: Calendar, area: WhatsAppContact['area'], now: number): string {
  const opens = nextOpening(calendar, area, now);
  if (note === '') return openText(calendar, area, now);
  const { zone } = versionAt(calendar, now);
  return note.replaceAll('{abre}', opens === null ? 'apenas podamos' : momentText(opens, now, zone));
}
