/** What a chat carries: kinds of files, how large, how many (docs/protocol.md 'Attachments'). The server goes by content. */
import { LIMITS } from '../limits.ts';

/** No HTML, no SVG: they run scripts. */
export const ATTACHMENT_TYPES: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/heic',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/x-m4a',
  'audio/mp4',
  'audio/aac',
  'audio/webm',
  'audio/opus',
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'video/3gpp',
  'application/pdf',
  'application/zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'text/plain',
  'text/csv',
]);

/** For the `accept` of a file field. */
export const ATTACHMENT_ACCEPT = 'image/*,audio/*,video/*,.pdf,.zip,.docx,.xlsx,.pptx,.txt,.csv';

/** Never taken, whatever the browser calls them: told at once instead of after an upload. */
const REFUSED = /^(image\/svg|text\/html|application\/(x-ms|x-msdownload|javascript|xhtml|x-sh))/;

/** What speaks against a file; in braces its name and what there may be at most. */
type AttachmentText =
  | 'Un mensaje lleva hasta {most} archivos.'
  | '«{name}» está vacío.'
  | '«{name}» pesa más de {most} MB.'
  | 'No se pueden enviar archivos como «{name}».';
type Holes = { name: string; most: number };

/**
 * Why a file can't be attached, before anything is uploaded; null where nothing speaks against it. A type that the
 * browser does not know is left to the server, which looks at the content.
 * @param file size in bytes
 * @param already files that the message carries
 * @param say in the reader's language
 */
export function attachmentFault(
  file: { name: string; type: string; size: number },
  already: number,
  say: (text: AttachmentText, holes: Holes) => string,
): string | null {
  const { name } = file;
  const most = LIMITS.attachmentMaxBytes / 1_000_000;
  if (already >= LIMITS.attachmentsPerMessage)
    return say('Un mensaje lleva hasta {most} archivos.', { name, most: LIMITS.attachmentsPerMessage });
  if (file.size === 0) return say('«{name}» está vacío.', { name, most });
  if (file.size > LIMITS.attachmentMaxBytes) return say('«{name}» pesa más de {most} MB.', { name, most });
  if (REFUSED.test(file.type)) return say('No se pueden enviar archivos como «{name}».', { name, most });
  return null;
}

/** The same in Spanish. */
export const attachmentProblem = (
  file: { name: string; type: string; size: number },
  already: number,
): string | null =>
  attachmentFault(file, already, (text, holes) =>
    text.replace(/\{(name|most)\}/g, (_, hole: keyof Holes) => String(holes[hole])),
  );
