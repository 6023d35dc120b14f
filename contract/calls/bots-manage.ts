/** Making, changing, leaving and deleting bots; the embed code by mail (docs/product.md §7 'Main API'). */
import * as z from 'zod/mini';
import { BOT_LIMITS } from '../bot-limits.ts';
import { bot, botLook, botSettings } from '../entities/bot.ts';
import { LIMITS } from '../limits.ts';
import { numericId, shortText } from '../primitives.ts';
import { templateName } from '../states.ts';
import { seenInQuery } from './bot-building.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const ok = z.object({ ok: z.literal(true) });
const botParams = z.object({ id: idParam });
const yesNo = z.enum(['true', 'false']);
/** Empty: never. */
const minutes = z.string().check(z.regex(/^\d{0,6}$/));
const color = z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/));

/** Why no further bot can be made for now. */
export const TRIALS_FULL = `Ya tienes ${BOT_LIMITS.trialBots} chatbots en período de prueba. Elige un plan para uno de ellos antes de crear otro.`;

export const botManageCalls = {
  /**
   * Bots info service: up to 100 ids with commas between, with the look that customers see now. Bots that the caller
   * has no link to are left out.
   */
  botInfo: defineCall({
    service: 'bots',
    method: 'GET',
    path: '/bots/get_bot_info/{ids}',
    access: { kind: 'session' },
    params: z.object({ ids: z.string().check(z.regex(/^\d{1,9}(,\d{1,9}){0,99}$/)) }),
    answer: z.array(z.extend(bot, { look: z.omit(botLook, { buttons: true }) })),
  }),
  /** The product's own support chat at this backend, for /soporte; `chat` is null where that bot does not exist or is off. */
  supportChat: defineCall({
    service: 'bots',
    method: 'GET',
    path: '/support_chat/{backend}',
    access: { kind: 'session' },
    params: z.object({ backend: z.enum(['qa', 'production']) }),
    answer: z.object({
      /** The token is public, as every bot's is: it opens the chat and nothing else. */
      chat: z.nullable(z.object({ bot_id: numericId, bot_name: z.string(), token: z.string() })),
    }),
  }),
  /** What the screens of a bot's settings show and edit. */
  botSettings: defineCall({
    service: 'main',
    method: 'GET',
    path: '/bot/{id}/settings',
    access: {
      kind: 'bot',
      in: 'params',
      name: 'id',
      module: 'chatbot',
      orModule: ['menu_inicial'],
      permission: 'read',
    },
    params: botParams,
    answer: botSettings,
  }),
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
   * only needs 'Nuevo Chatbot' add at one of them. Faults are 422 with `details.fields`; 422 too while as many trials
   * run as one owner may have (`BOT_LIMITS.trialBots`).
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
      color: z.optional(color),
      /** One of `businessTypes`. */
      business_type: z.optional(shortText(80)),
    }),
    answer: bot,
  }),
  /**
   * Fields that are absent stay as they are; an empty business type or avatar takes it away. A new template brings its
   * own answers in place of the old ones, into the draft. Activating needs a trial or plan that runs: 422 otherwise.
   * With the `revision` of the settings: 409 as `editConflict` where somebody saved the same form since.
   */
  updateBot: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/bot/{id}',
    access: { kind: 'bot', in: 'params', name: 'id', module: 'chatbot', permission: 'edit' },
    params: botParams,
    form: { file: 'bot_avatar', maxBytes: LIMITS.photoUploadMaxBytes },
    body: z.object({
      'chatbot[skill_base_template]': z.optional(templateName),
      'chatbot[bot_name]': z.optional(shortText(80)),
      'chatbot[web]': z.optional(z.nullable(shortText(300))),
      'chatbot[business_type]': z.optional(shortText(80)),
      'chatbot[description]': z.optional(shortText(BOT_LIMITS.botDescription)),
      'chatbot[avatar]': z.optional(z.literal('')),
      'chatbot[color]': z.optional(color),
      'chatbot[welcome]': z.optional(shortText(BOT_LIMITS.botMessage)),
      'chatbot[position]': z.optional(z.enum(['right', 'left'])),
      'chatbot[launcher]': z.optional(shortText(BOT_LIMITS.launcherText)),
      'chatbot[menu]': z.optional(z.enum(['start', 'always', 'never'])),
      'chatbot[auto_assign]': z.optional(yesNo),
      'chatbot[inactive_after_minutes]': z.optional(minutes),
      'chatbot[close_after_minutes]': z.optional(minutes),
      /** The second is the longer one: 422 otherwise. */
      'chatbot[wait_soon_minutes]': z.optional(minutes),
      'chatbot[wait_late_minutes]': z.optional(minutes),
      /** Deadlines for answers as a whole, as JSON of `answerDeadlines`. */
      'chatbot[answer_deadlines]': z.optional(shortText(2_000)),
      'chatbot[inactive_message]': z.optional(shortText(BOT_LIMITS.botMessage)),
      'chatbot[closed_message]': z.optional(shortText(BOT_LIMITS.botMessage)),
      'chatbot[returned_message]': z.optional(shortText(BOT_LIMITS.botMessage)),
      'chatbot[activated]': z.optional(yesNo),
      /** Switched off, what was kept of visits goes too. */
      'chatbot[visits]': z.optional(yesNo),
      'chatbot[revision]': seenInQuery,
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
  /**
   * Sends the embed code to exactly one address; anything else is 422 at `email`. A caller whose own address nobody has
   * proved: 422 with `details.reason: 'email_not_confirmed'`.
   */
  implementMail: defineCall({
    service: 'main',
    method: 'POST',
    path: '/mails/implement',
    access: { kind: 'bot', in: 'body', name: 'bot_id', module: 'chatbot', permission: 'read' },
    body: z.object({ email: shortText(254), bot_id: numericId }),
    answer: ok,
  }),
};

/** The snippet of docs/protocol.md 'The visitor'. `origin` is PUBLIC_URL, or the page's own origin. */
export function snippetOf(origin: string, of: { id: number; token: string }): string {
  return `<script async src="${origin}/widget.js" data-bot="${of.id}" data-token="${of.token}"></script>`;
}

/** The same as a script that makes its own element: for tag managers, which take attributes off elements. */
export function scriptOf(origin: string, of: { id: number; token: string }): string {
  return `<script>
(function () {
  var s = document.createElement('script');
  s.async = true;
  s.src = '${origin}/widget.js';
  s.setAttribute('data-bot', '${of.id}');
  s.setAttribute('data-token', '${of.token}');
  document.body.appendChild(s);
})();
</script>`;
}
