/** Importing clients: limits, keys, and which field a column's name means. */
import { LEAD_WORDS } from './lead-words.ts';

export const IMPORT_STATES = [
  'mapped',
  'checking',
  'checked',
  'running',
  'done',
  'cancelled',
  'undone',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** By what a row finds its client; auto: RUT before phone before e-mail, and all must agree. */
export const IMPORT_KEYS = ['auto', 'rut', 'phone', 'email'] as const;
export type ImportKey = (typeof IMPORT_KEYS)[number];

export const IMPORT_LIMITS = {
  bytes: 25_000_000,
  rows: 200_000,
  columns: 200,
  /** A column's name; a longer one is cut. */
  header: 100,
  /** A field's name in a mapping. */
  field: 60,
  /** What of a cell is kept. */
  cell: 5_000,
  /** What a file may unpack to. */
  unpacked: 400_000_000,
  /** Rows that are written in one transaction. */
  part: 200,
  sample: 10,
  /** How long a file's rows are kept, and undoing is possible. Milliseconds. */
  keep: 30 * 24 * 60 * 60 * 1000,
} as const;

const { name, email, phone, rut, city, tags, areas, notes, marketing, service } = LEAD_WORDS;
export const IMPORT_FIELD_LABELS: Readonly<Record<string, string>> = {
  name,
  email,
  phone,
  rut,
  city,
  tags,
  areas,
  notes,
  'consent.marketing': marketing,
  'consent.service': service,
};

const WORDS: Readonly<Record<string, readonly string[]>> = {
  name: [
    'nombre',
    'name',
    'cliente',
    'nombre completo',
    'nombre y apellido',
    'nombre cliente',
    'full name',
    'razon social',
  ],
  email: ['correo', 'email', 'e mail', 'mail', 'correo electronico', 'email address'],
  phone: [
    'telefono',
    'fono',
    'celular',
    'movil',
    'phone',
    'whatsapp',
    'numero',
    'telefono movil',
    'phone number',
  ],
  rut: ['rut', 'run', 'rut cliente', 'tax id'],
  city: ['ciudad', 'city', 'comuna', 'localidad'],
  tags: ['etiquetas', 'etiqueta', 'tags', 'tag'],
  areas: ['area', 'areas', 'departamento'],
  notes: ['notas', 'nota', 'observaciones', 'comentarios', 'notes'],
};

/** 'E-Mail' and 'e_mail' are one name. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Which field each column seems to be; each field once. */
export function guessMapping(
  columns: readonly string[],
  own: readonly { key: string; label: string }[],
): Record<string, string | null> {
  const taken = new Set<string>();
  return Object.fromEntries(
    columns.map((column) => {
      const word = plain(column);
      const standard = Object.keys(WORDS).find((field) => WORDS[field]?.includes(word));
      const ours = own.find(({ key, label }) => plain(label) === word || plain(key) === word);
      const field = standard ?? (ours ? `field.${ours.key}` : null);
      if (field === null || taken.has(field)) return [column, null];
      taken.add(field);
      return [column, field];
    }),
  );
}
