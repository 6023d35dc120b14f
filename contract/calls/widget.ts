/** How the chat knows a site's own users: the secret with which the site signs who they are (docs/widget.md). */
import * as z from 'zod/mini';
import { CHAT_LANGUAGE_CHOICES } from '../chat-language.ts';
import { instant, textId, wholeNumber } from '../primitives.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const ofBot = (permission: 'read' | 'edit') =>
  ({ kind: 'bot', in: 'params', name: 'botId', module: 'chatbot', permission }) as const;
const params = z.object({ botId: idParam });

/** A secret; its text was shown once. */
const widgetSecret = z.object({
  id: textId,
  created_at: instant,
  /** Null: the present one; otherwise the one before, valid until then. */
  ends_at: z.nullable(instant),
  last_used_at: z.nullable(instant),
});
const widgetIdentity = z.object({
  /** The present one first; two at most. */
  secrets: z.array(widgetSecret).check(z.maxLength(2)),
  /** Signatures that were not valid, since the bot exists. */
  refused: wholeNumber,
  refused_at: z.nullable(instant),
});
export type WidgetIdentity = z.infer<typeof widgetIdentity>;

/** What its owner chose for the chat in a site, besides its look. */
const siteChat = z.object({
  /** The form is offered to who waits while the business is closed and nobody is connected. */
  leave_word: z.boolean(),
  /** The language of what the chat itself says; what the bot and the team write is never translated. */
  language: z.enum(CHAT_LANGUAGE_CHOICES),
});
export type SiteChat = z.infer<typeof siteChat>;

export const widgetCalls = {
  siteChat: defineCall({
    service: 'main',
    method: 'GET',
    path: '/bot/{botId}/site_chat',
    access: ofBot('read'),
    params,
    answer: siteChat,
  }),
  /** Holds at once, for those who wait already too. */
  saveSiteChat: defineCall({
    service: 'main',
    method: 'PUT',
    path: '/bot/{botId}/site_chat',
    access: ofBot('edit'),
    params,
    body: siteChat,
    answer: siteChat,
  }),
  widgetIdentity: defineCall({
    service: 'main',
    method: 'GET',
    path: '/bot/{botId}/widget_identity',
    access: ofBot('edit'),
    params,
    answer: widgetIdentity,
  }),
  /**
   * A new secret; the present one stays valid for a while, the one before it ends. 409 where the present one is not the
   * one that the caller saw (null: none).
   */
  newWidgetSecret: defineCall({
    service: 'main',
    method: 'POST',
    path: '/bot/{botId}/widget_secret',
    access: ofBot('edit'),
    params,
    body: z.object({ seen: z.nullable(textId) }),
    /** The text is in no other answer. */
    answer: z.extend(widgetIdentity, { secret: z.string().check(z.maxLength(100)) }),
  }),
  /** Ends the secret before the present one now; `all`: both, and nobody is known by a signature any more. */
  endWidgetSecrets: defineCall({
    service: 'main',
    method: 'POST',
    path: '/bot/{botId}/widget_secret/end',
    access: ofBot('edit'),
    params,
    body: z.object({ which: z.enum(['previous', 'all']) }),
    answer: widgetIdentity,
  }),
};
