/** Which events tell somebody with a notice of the browser or a push, and when none may (docs/product.md §10). */
import * as z from 'zod/mini';
import { instant } from './primitives.ts';

export const NOTICE_KINDS = [
  'pending_conversation',
  'live_chat_message',
  'transfer',
  'mention',
  'ticket',
  'new_conversation',
  'connection',
  'overdue',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const NOTICE_KIND_LABELS: Record<NoticeKind, string> = {
  pending_conversation: 'Una conversación espera a una persona',
  live_chat_message: 'Un cliente escribe en una conversación tuya',
  transfer: 'Te derivan o asignan una conversación',
  mention: 'Te mencionan en una nota',
  ticket: 'Hay novedades en un ticket',
  new_conversation: 'Empieza una conversación nueva',
  connection: 'Una conexión deja de funcionar o vuelve',
  overdue: 'Vence un plazo de un ticket',
};

const noticeKinds = z.object({
  pending_conversation: z.boolean(),
  live_chat_message: z.boolean(),
  transfer: z.boolean(),
  mention: z.boolean(),
  ticket: z.boolean(),
  new_conversation: z.boolean(),
  connection: z.boolean(),
  overdue: z.boolean(),
});

export const noticeSettings = z.object({
  kinds: noticeKinds,
  /** Names and texts of people may stand in notices, which others can read on a locked screen. */
  show_text: z.boolean(),
  /** Quiet mode: neither sound nor notice nor push. `until` null: until it is switched off. */
  quiet: z.nullable(z.object({ until: z.nullable(instant) })),
});
export type NoticeSettings = z.infer<typeof noticeSettings>;

/** What holds for somebody who has chosen nothing. */
export const DEFAULT_NOTICES: NoticeSettings = {
  kinds: {
    pending_conversation: true,
    live_chat_message: true,
    transfer: true,
    mention: true,
    ticket: true,
    // Nobody wants to be interrupted for what the bot is still answering.
    new_conversation: false,
    connection: true,
    overdue: true,
  },
  show_text: false,
  quiet: null,
};

/** Whether quiet mode holds. @param now ms since 1970 */
export function isQuiet({ quiet }: NoticeSettings, now: number): boolean {
  return quiet !== null && (quiet.until === null || Date.parse(quiet.until) > now);
}
