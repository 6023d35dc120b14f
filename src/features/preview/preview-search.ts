/** Which part of /preview is shown, in the address: `/preview?ver=frases`. */
import { known, oneOf } from '../../base/search-values.ts';

export const PARTS = {
  probar: 'Probar',
  cambios: 'Qué cambia',
  frases: 'Frases de prueba',
  preguntas: 'Sin respuesta',
  versiones: 'Versiones',
  historial: 'Quién cambió qué',
  archivo: 'Exportar e importar',
} as const;
export type Part = keyof typeof PARTS;

export interface PreviewSearch {
  /** Left out: the chat. */
  ver?: Part;
}

/** The part of the preview that the address opens. */
export const readPreviewSearch = (raw: Record<string, unknown>): PreviewSearch =>
  known<PreviewSearch>({ ver: oneOf(Object.keys(PARTS) as Part[], raw['ver']) });
