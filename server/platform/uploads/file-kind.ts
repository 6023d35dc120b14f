/** What an uploaded file really is: by its content, never by its name or the type that the browser claims. */
import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileTypeFromFile } from 'file-type';

/** What chats carry. No HTML, no SVG: they run scripts. */
const ALLOWED = new Set([
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
]);

/** file-type's names → the registered ones. */
const RENAMED: Record<string, string> = {
  'audio/vnd.wave': 'audio/wav',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'application/ogg': 'audio/ogg',
};

const TEXTS: Record<string, string> = { '.txt': 'text/plain', '.csv': 'text/csv' };

/** The file's MIME type, or null when it is none that we take. */
export async function kindOf(path: string, name: string): Promise<string | null> {
  const found = await fileTypeFromFile(path);
  if (found) {
    const type = RENAMED[found.mime] ?? found.mime;
    return ALLOWED.has(type) ? type : null;
  }
  const text = TEXTS[extname(name).toLowerCase()];
  if (!text) return null;
  // Has no signature: it is text when all of it is.
  const content = await readFile(path);
  return isUtf8(content) && !content.includes(0) ? text : null;
}

/** Whether a browser may show it in place; everything else is downloaded. */
export function isShownInPlace(type: string): boolean {
  return /^(image|audio|video)\//.test(type);
}
