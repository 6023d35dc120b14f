/** The sounds of notices (docs/product.md §3 'User sound settings'): which kinds ring, and with what. */
import * as z from 'zod/mini';

export const SOUND_KINDS = [
  'new_conversation',
  'live_chat_message',
  'pending_conversation',
  'new_lead',
] as const;
export type SoundKind = (typeof SOUND_KINDS)[number];

export const SOUND_KIND_LABELS: Record<SoundKind, string> = {
  new_conversation: 'Nueva conversación',
  live_chat_message: 'Mensaje en un chat en vivo',
  pending_conversation: 'Conversación pendiente',
  new_lead: 'Nuevo cliente',
};

/** The names of the sounds on offer; the client holds what each one sounds like. `silencio` plays nothing. */
export const SOUNDS = ['campana', 'gota', 'marimba', 'timbre', 'aviso', 'silencio'] as const;
export const soundName = z.enum(SOUNDS);
export type SoundName = z.infer<typeof soundName>;
export const SOUND_LABELS: Record<SoundName, string> = {
  campana: 'Campana',
  gota: 'Gota',
  marimba: 'Marimba',
  timbre: 'Timbre',
  aviso: 'Aviso',
  silencio: 'Sin sonido',
};

export const soundSettings = z.object({
  has_sound: z.boolean(),
  sounds: z.object({
    new_conversation: soundName,
    live_chat_message: soundName,
    pending_conversation: soundName,
    new_lead: soundName,
  }),
});
export type SoundSettings = z.infer<typeof soundSettings>;

/** What rings for somebody who has chosen nothing. */
export const DEFAULT_SOUNDS: SoundSettings = {
  has_sound: true,
  sounds: {
    new_conversation: 'campana',
    live_chat_message: 'gota',
    pending_conversation: 'timbre',
    new_lead: 'marimba',
  },
};
