/** What an uploaded file really is: by its content, never by its name or the type that the browser claims. */
import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileTypeFromFile } from 'file-type';
import { ATTACHMENT_TYPES } from '../../../contract/rules/attachments.ts';
import { hasPicture } from './has-picture.ts';

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
    const type = await withoutPicture(path, RENAMED[found.mime] ?? found.mime);
    return ATTACHMENT_TYPES.has(type) ? type : null;
  }
  const text = TEXTS[extname(name).toLowerCase()];
  if (!text) return null;
  // Has no signature: it is text when all of it is.
  const content = await readFile(path);
  return isUtf8(content) && !content.includes(0) ? text : null;
}

/** A voice note comes in a video's container: sound alone is called sound. */
async function withoutPicture(path: string, type: string): Promise<string> {
  if (type !== 'video/webm' && type !== 'video/mp4') return type;
  return hasPicture(await readFile(path), type) ? type : type.replace('video/', 'audio/');
}

/** Whether a browser may show it in place; everything else is downloaded. */
export function isShownInPlace(type: string): boolean {
  return /^(image|audio|video)\//.test(type);
}
