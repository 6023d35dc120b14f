/** The button that leads to WhatsApp (/widgetWhatsapp). Sites ask `GET /visitor/whatsapp/{bot}?token=` instead. */
import * as z from 'zod/mini';
import { buttonPresses, whatsappButton, whatsappButtonSettings } from '../entities/whatsapp-button.ts';
import { numericId, wholeNumber } from '../primitives.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

export const whatsappButtonCalls = {
  whatsappButton: defineCall({
    service: 'main',
    method: 'GET',
    path: '/whatsapp_button',
    access: { kind: 'bot', in: 'query', name: 'bot_id', module: 'widget_whatsapp', permission: 'read' },
    query: z.object({ bot_id: idParam }),
    answer: whatsappButtonSettings,
  }),
  /** How often it was pressed in the last PRESS_DAYS days. */
  whatsappButtonPresses: defineCall({
    service: 'main',
    method: 'GET',
    path: '/whatsapp_button/presses',
    access: { kind: 'bot', in: 'query', name: 'bot_id', module: 'widget_whatsapp', permission: 'read' },
    query: z.object({ bot_id: idParam }),
    answer: buttonPresses,
  }),
  /** 409 'conflict' (`editConflict`) when somebody saved since `revision`; 422 with `details.fields`. */
  saveWhatsappButton: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/whatsapp_button',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module: 'widget_whatsapp', permission: 'edit' },
    body: z.object({ bot_id: numericId, revision: wholeNumber, button: whatsappButton }),
    answer: whatsappButtonSettings,
  }),
};

/** The snippet of the button alone: where the bot's chat stands already, it comes with the chat. */
export function buttonSnippetOf(origin: string, of: { id: number; token: string }): string {
  return `<script async src="${origin}/widget.js" data-bot="${of.id}" data-token="${of.token}" data-mode="whatsapp"></script>`;
}
