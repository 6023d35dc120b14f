/** Files that show the provider's reviewers what a template's header will hold: which kinds, how large. */

export const HEADER_FILE_FORMATS = ['IMAGE', 'VIDEO', 'DOCUMENT'] as const;
export type HeaderFileFormat = (typeof HEADER_FILE_FORMATS)[number];

interface Taken {
  /** As their bytes say, never their name. */
  types: readonly string[];
  /** Bytes. */
  most: number;
  /** In words. */
  text: string;
}

export const HEADER_FILES: Record<HeaderFileFormat, Taken> = {
  IMAGE: { types: ['image/jpeg', 'image/png'], most: 5_000_000, text: 'JPG o PNG, hasta 5 MB' },
  VIDEO: { types: ['video/mp4'], most: 16_000_000, text: 'MP4, hasta 16 MB' },
  DOCUMENT: { types: ['application/pdf'], most: 16_000_000, text: 'PDF, hasta 16 MB' },
};

export const isFileFormat = (format: string | null | undefined): format is HeaderFileFormat =>
  (HEADER_FILE_FORMATS as readonly string[]).includes(format ?? '');

/** Why a file can't be the header's; null: it can. @param type what it is, as far as it is known */
export function headerFileFault(
  format: HeaderFileFormat,
  { type, size }: { type: string; size: number },
): string | null {
  const { types, most, text } = HEADER_FILES[format];
  if (!types.includes(type)) return `Ese tipo de archivo no sirve aquí: ${text}.`;
  return size > most ? `El archivo es demasiado grande: ${text}.` : null;
}
