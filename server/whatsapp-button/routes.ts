/** The WhatsApp button over HTTP: its settings, and what sites ask. */

import { CALLS } from '../../contract/calls/index.ts';
import { shownWhatsAppButton } from '../../contract/entities/whatsapp-button.ts';
import { shownButton } from '../../contract/whatsapp-button/shown.ts';
import { readCalendar } from '../calendar/calendar.ts';
import { enterChat } from '../inbox/visitor/visitor-door.ts';
import type { App } from '../platform/app.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerCall, registerPublic } from '../platform/http/route.ts';
import { readButton, readShownButton, saveButton } from './button.ts';

/**
 * Mounts the calls, and `GET /visitor/whatsapp/{bot}?token=` → `ShownWhatsAppButton`; 404 for a bot that is deactivated or
 * gone, another token, and a button that is off.
 */
export function registerWhatsAppButton(app: App): void {
  registerCall(app, CALLS.whatsappButton, ({ session }) => readButton(app.db, session.link.bot_id));
  registerCall(app, CALLS.saveWhatsappButton, ({ session, body }) => saveButton(app, session, body));
  registerPublic(app, 'the WhatsApp button of a bot, for any web page; it checks the bot token', {
    method: 'GET',
    url: '/visitor/whatsapp/:botId',
    async handler(request, reply) {
      const { botId } = request.params as { botId: string };
      const { token } = request.query as { token?: unknown };
      reply.headers({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'no-cache',
      });
      const id = /^\d{1,9}$/.test(botId) ? Number(botId) : 0;
      try {
        await enterChat(app.db, { botId: id, botToken: typeof token === 'string' ? token : '' });
      } catch (error) {
        if (error instanceof Refused) throw new Refused('not_found');
        throw error;
      }
      const button = await readShownButton(app.db, id);
      if (!button) throw new Refused('not_found');
      const calendar = await readCalendar(app.db, id);
      return shownWhatsAppButton.parse(shownButton(button, calendar, app.clock.now().getTime()));
    },
  });
}
