import { expect, it } from 'vitest';
import { FIRST_VERSION } from '../calendar/open-hours.ts';
import type { Calendar } from '../entities/calendar.ts';
import type { WhatsAppButton } from '../entities/whatsapp-button.ts';
import { FIRST_BUTTON } from './button.ts';
import { shownButton } from './shown.ts';

/** Open from 9:00 to 18:00 on every day. */
const CALENDAR: Calendar = {
  versions: [
    {
      ...FIRST_VERSION,
      zone: 'America/Santiago',
      hours: Array.from({ length: 7 }, (_, day) => ({ day, from: 540, to: 1080 })),
    },
  ],
  days: [],
};
const BUTTON: WhatsAppButton = {
  ...FIRST_BUTTON,
  on: true,
  contacts: [{ id: 'l', name: 'El local', phone: '+56222345678', area: null, text: '' }],
};

it('is asked for again when its words are of another day, not only when somebody attends again', () => {
  const evening = Date.parse('2026-11-23T23:00:00Z');
  const shown = shownButton(BUTTON, CALENDAR, evening);
  expect(shown.contacts[0]?.note).toContain('mañana a las 9:00');
  expect(shown.changes_at).toBe('2026-11-24T03:00:00.000Z');
  const after = shownButton(BUTTON, CALENDAR, Date.parse(shown.changes_at ?? ''));
  expect(after.contacts[0]?.note).toContain('hoy a las 9:00');
  expect(after.changes_at).toBe('2026-11-24T12:00:00.000Z');
  // Where a closed number is not shown nothing is said of a day.
  expect(shownButton({ ...BUTTON, closed: 'hide' }, CALENDAR, evening).changes_at).toBe(
    '2026-11-24T12:00:00.000Z',
  );
  expect(shownButton(BUTTON, CALENDAR, Date.parse('2026-11-23T15:00:00Z')).changes_at).toBe(
    '2026-11-23T21:00:00.000Z',
  );
});
