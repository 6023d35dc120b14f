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

/** The endings of what we take; the first is the one that is given. Others: whatever the name says. */
const ENDINGS: Record<string, readonly string[]> = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg', '.jfif'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'image/avif': ['.avif'],
  'image/heic': ['.heic', '.heif'],
  'audio/mpeg': ['.mp3', '.mpga'],
  'audio/ogg': ['.ogg', '.oga', '.opus'],
  'audio/opus': ['.opus', '.ogg'],
  'audio/wav': ['.wav'],
  'audio/x-m4a': ['.m4a'],
  'audio/mp4': ['.m4a', '.mp4'],
  'audio/aac': ['.aac'],
  'audio/webm': ['.weba', '.webm'],
  'video/mp4': ['.mp4', '.m4v'],
  'video/webm': ['.webm'],
  'video/quicktime': ['.mov', '.qt'],
  'video/3gpp': ['.3gp', '.3gpp'],
  'application/pdf': ['.pdf'],
  'application/zip': ['.zip'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['.pptx'],
  'text/plain': ['.txt'],
  'text/csv': ['.csv'],
};

/** A name with the ending that the file's bytes have: what claims to be a program, a page, something else is not. */
export function nameOfKind(name: string, type: string): string {
  const endings = ENDINGS[type];
  const said = extname(name);
  if (!endings || endings.includes(said.toLowerCase())) return name;
  const bare = /^\.[a-z0-9]{1,8}$/i.test(said) ? name.slice(0, -said.length) : name;
  return `${bare}${endings[0]}`;
}

/** Whether a browser may show it in place; everything else is downloaded. */
export function isShownInPlace(type: string): boolean {
  return /^(image|audio|video)\//.test(type);
}
