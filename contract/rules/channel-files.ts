/**
 * How a file leaves by each channel, and which the channel does not take (reference: channels, 'Media' and 'Send'; what
 * WhatsApp's upload takes: docs/decisions/0084). The adapters send by it, and everything before them judges by it.
 */
import type { Channel } from '../states.ts';
import { ATTACHMENT_TYPES } from './attachments.ts';

type FileKind = 'image' | 'video' | 'audio' | 'document';

/** What the customer gets it as. */
export interface FileWay {
  kind: FileKind;
  /** The type under which the provider takes it: another one than its own where it is the same bytes by another name. */
  type: string;
}
interface Way {
  kind: FileKind;
  /** MB. */
  most: number;
  as?: string;
}
/** Of each type its ways, the better first: what is too large for one leaves by the next. */
type Ways = ReadonlyMap<string, readonly Way[]>;

const way = (kind: FileKind, most: number, as?: string): Way => ({ kind, most, ...(as ? { as } : {}) });
const all = (types: readonly string[], ...ways: Way[]): [string, Way[]][] =>
  types.map((type) => [type, ways]);

const OFFICE = ['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'].map(
  (kind) => `application/vnd.openxmlformats-officedocument.${kind}`,
);
const DOCUMENT = way('document', 100);

const WHATSAPP: Ways = new Map([
  ...all(['image/jpeg', 'image/png'], way('image', 5), DOCUMENT),
  ...all(['video/mp4', 'video/3gpp'], way('video', 16), DOCUMENT),
  ...all(['audio/aac', 'audio/mpeg', 'audio/mp4', 'audio/ogg'], way('audio', 16), DOCUMENT),
  ...all(['audio/x-m4a'], way('audio', 16, 'audio/mp4'), way('document', 100, 'audio/mp4')),
  // A recorded voice: the adapter puts its Opus into Ogg.
  ...all(['audio/webm', 'audio/opus'], way('audio', 16, 'audio/ogg'), way('document', 100, 'audio/ogg')),
  // As a picture WebP is a sticker alone.
  ...all(['image/webp', 'application/pdf', 'text/plain', ...OFFICE], DOCUMENT),
  // Its upload refuses text/csv, and keeps the name of what it takes.
  ...all(['text/csv'], way('document', 100, 'text/plain')),
]);
const MESSENGER: Ways = new Map([
  // Any type, as a file.
  ...all([...ATTACHMENT_TYPES], way('document', 25)),
  ...all(['image/jpeg', 'image/png', 'image/gif', 'image/webp'], way('image', 25)),
  ...all(['video/mp4'], way('video', 25)),
  ...all(['audio/mpeg', 'audio/mp4', 'audio/aac', 'audio/wav'], way('audio', 25)),
]);
const INSTAGRAM: Ways = new Map([
  ...all(['image/jpeg', 'image/png', 'image/gif'], way('image', 8)),
  ...all(['video/mp4', 'video/webm', 'video/quicktime'], way('video', 25)),
  ...all(['audio/mp4', 'audio/x-m4a', 'audio/aac', 'audio/wav'], way('audio', 25)),
  ...all(['application/pdf'], way('document', 25)),
]);

interface Taken {
  name: string;
  ways: Ways;
  /** What it takes, for who has to choose another file. */
  takes: string;
}
/** Our own chat takes what the product takes. */
const CHANNELS: Partial<Record<Channel, Taken>> = {
  whatsapp: {
    name: 'WhatsApp',
    ways: WHATSAPP,
    takes:
      'imágenes JPG, PNG y WebP, videos MP4 y 3GP, audios, PDF, Word, Excel, PowerPoint y textos (TXT, CSV)',
  },
  messenger: { name: 'Messenger', ways: MESSENGER, takes: 'archivos de hasta 25 MB' },
  instagram: {
    name: 'Instagram',
    ways: INSTAGRAM,
    takes: 'imágenes JPG, PNG y GIF, videos MP4, MOV y WebM, audios M4A, AAC y WAV, y PDF',
  },
};

interface Facts {
  /** MIME type: by content on the server, as the browser calls it before. */
  type: string;
  /** Bytes. */
  size: number;
}

/** How a file leaves by a channel of another company; null: it has no way there. */
export function fileWay(channel: Exclude<Channel, 'web'>, { type, size }: Facts): FileWay | null {
  const found = CHANNELS[channel]?.ways.get(type)?.find(({ most }) => size <= most * 1_000_000);
  return found ? { kind: found.kind, type: found.as ?? type } : null;
}

/**
 * Why a file can't leave by a channel, as a sentence in Spanish; null: it can. What a browser calls by a type that the
 * product does not know is left to the server, which goes by content.
 */
export function fileFault(channel: Channel, file: Facts & { name: string }): string | null {
  const taken = CHANNELS[channel];
  if (channel === 'web' || !taken || !ATTACHMENT_TYPES.has(file.type) || fileWay(channel, file)) return null;
  const most = taken.ways.get(file.type)?.at(-1)?.most;
  return most === undefined
    ? `${taken.name} no recibe archivos como «${file.name}». Recibe ${taken.takes}.`
    : `«${file.name}» pesa más de ${most} MB, lo máximo que ${taken.name} recibe de este tipo.`;
}

/** The first of these that speaks against a message; null: all of them can leave. */
export const filesFault = (channel: Channel, files: readonly (Facts & { name: string })[]): string | null =>
  files.map((file) => fileFault(channel, file)).find((fault) => fault !== null) ?? null;
