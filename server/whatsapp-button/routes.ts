/** The WhatsApp button over HTTP: its settings, and what sites ask. */

import { CALLS } from '../../contract/calls/index.ts';
import { shownWhatsAppButton } from '../../contract/entities/whatsapp-button.ts';
import { shownButton } from '../../contract/whatsapp-button/shown.ts';
import { readCalendar } from '../calendar/calendar.ts';
import { registerForSites } from '../inbox/visitor/for-sites.ts';
import type { App } from '../platform/app.ts';
import { registerCall } from '../platform/http/route.ts';
import { readButton, readShownButton, saveButton } from './button.ts';
import { countPress, pressesOf } from './presses.ts';

/**
 * Mounts the calls, and `GET /visitor/whatsapp/{bot}?token=` → `ShownWhatsAppButton`; 404 for a bot that is deactivated or
 * gone, another token, and a button that is off.
 */
export function registerWhatsAppButton(app: App): void {
  // Whoever presses more than that an hour is no customer.
  const presses = app.sharedLimit('whatsapp-button.press', 30, 60 * 60);
  registerCall(app, CALLS.whatsappButton, ({ session }) => readButton(app.db, session.link.bot_id));
  registerCall(app, CALLS.whatsappButtonPresses, ({ session }) => pressesOf(app, session.link.bot_id));
  registerForSites(
    app,
    'whatsapp/press',
    'a site tells that the WhatsApp button was pressed; it checks the bot token and counts a few an address',
    async (id, request) => {
      await presses.take(request.ip);
      const { phone } = request.query as { phone?: unknown };
      const counted = typeof phone === 'string' && phone.length <= 40 && (await countPress(app, id, phone));
      return counted ? { counted } : null;
    },
    false,
    'POST',
  );
  registerCall(app, CALLS.saveWhatsappButton, ({ session, body }) => saveButton(app, session, body));
  registerForSites(
    app,
    'whatsapp',
    'the WhatsApp button of a bot, for any web page; it checks the bot token',
    async (id) => {
      const button = await readShownButton(app.db, id);
      if (!button) return null;
      const calendar = await readCalendar(app.db, id);
      return shownWhatsAppButton.parse(shownButton(button, calendar, app.clock.now().getTime()));
    },
  );
}
