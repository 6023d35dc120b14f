import type { BotDocument } from '../../../contract/entities/document.ts';

export type StatusTone = 'ok' | 'busy' | 'bad' | 'off';

/** How a document stands, in a few words, and how that looks. */
export function statusText({ status, progress, live, indexed_at }: BotDocument): {
  text: string;
  tone: StatusTone;
} {
  switch (status) {
    case 'waiting':
      return { text: 'En espera', tone: 'busy' };
    case 'reading':
      return { text: `Leyendo… ${progress} %`, tone: 'busy' };
    case 'failed':
      return { text: indexed_at === null ? 'No se pudo leer' : 'Con la lectura anterior', tone: 'bad' };
    case 'cancelled':
      return { text: 'Cancelado', tone: 'off' };
    case 'ready':
      return live ? { text: 'En uso', tone: 'ok' } : { text: 'Solo en la vista previa', tone: 'off' };
  }
}
