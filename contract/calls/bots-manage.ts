/** Making, changing, leaving and deleting bots; the embed code by mail (spec §7 'Main API'). */
import * as z from 'zod/mini';
import { bot } from '../entities/bot.ts';
import { numericId, shortText } from '../primitives.ts';
import { templateName } from '../states.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const ok = z.object({ ok: z.literal(true) });
const botParams = z.object({ id: idParam });

export const botManageCalls = {
  /** `owner=true`: those one owns; `owner=false`: those one was assigned; without it both. */
  listBots: defineCall({
    service: 'main',
    method: 'GET',
    path: '/bot/list/{userId}',
    access: { kind: 'self', in: 'params', name: 'userId' },
    params: z.object({ userId: idParam }),
    query: z.object({ owner: z.optional(z.enum(['true', 'false'])) }),
    answer: z.array(bot),
  }),
  /**
   * A new bot of the caller's, with its template's answers and a trial subscription. Who works at bots of others
   * only needs 'Nuevo Chatbot' add at one of them. Faults are 422 with `details.fields`.
   */
  createBot: defineCall({
    service: 'main',
    method: 'POST',
    path: '/bot',
    access: { kind: 'session' },
    body: z.object({
      bot_name: shortText(80),
      template: templateName,
      web: z.optional(z.nullable(shortText(300))),
      platform: z.optional(z.nullable(shortText(40))),
      color: z.optional(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/))),
    }),
    answer: bot,
  }),
  /** Fields that are absent stay as they are. A new template brings its own answers in place of the old ones. */
  updateBot: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/bot/{id}',
    access: { kind: 'bot', in: 'params', name: 'id', module: 'chatbot', permission: 'edit' },
    params: botParams,
    form: {},
    body: z.object({
      'chatbot[skill_base_template]': z.optional(templateName),
      'chatbot[bot_name]': z.optional(shortText(80)),
      'chatbot[web]': z.optional(z.nullable(shortText(300))),
      'chatbot[business_type]': z.optional(shortText(80)),
      'chatbot[color]': z.optional(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/))),
      'chatbot[welcome]': z.optional(shortText(1000)),
    }),
    answer: bot,
  }),
  /** 422 'Tu cuenta debe tener al menos un chatbot' for the only one (the caller's, or an owner's). */
  deleteBot: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/bot/{id}',
    access: { kind: 'bot', in: 'params', name: 'id', module: 'chatbot', permission: 'delete' },
    params: botParams,
    answer: ok,
  }),
  /** Leaves a bot. 422 for the only bot, and for a bot's last owner. */
  unlinkBot: defineCall({
    service: 'main',
    method: 'DELETE',
    path: '/userbot/unlink_bot/{userId}/{botId}',
    access: { kind: 'linked', in: 'params', name: 'botId', self: { in: 'params', name: 'userId' } },
    params: z.object({ userId: idParam, botId: idParam }),
    answer: ok,
  }),
  /** Sends the embed code. An empty address is 422 at `email`; no other check of it (spec §5). */
  implementMail: defineCall({
    service: 'main',
    method: 'POST',
    path: '/mails/implement',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module: 'chatbot', permission: 'read' },
    body: z.object({ email: shortText(254), bot_id: numericId }),
    answer: ok,
  }),
};

/** The snippet of wire.md 'The visitor'. `origin` is PUBLIC_URL, or the page's own origin. */
export function snippetOf(origin: string, of: { id: number; token: string }): string {
  return `<script async src="${origin}/widget.js" data-bot="${of.id}" data-token="${of.token}"></script>`;
}
