/** Uploads that can be resumed, as Graph takes the examples of templates' headers: session, bytes, handle. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { use } from '../faults.ts';
import { answer, bytesOf } from '../http.ts';
import type { HeaderUpload } from './number.ts';
import type { WhatsApp } from './whatsapp.ts';

/** The app that every token of the playground is of. */
export const APP_ID = '30001';

const MB = 1_000_000;
const MOST: Record<string, number> = {
  'image/jpeg': 5 * MB,
  'image/png': 5 * MB,
  'video/mp4': 16 * MB,
  'application/pdf': 100 * MB,
};
const KINDS: Record<string, RegExp> = {
  IMAGE: /^image\//,
  VIDEO: /^video\//,
  DOCUMENT: /^application\/pdf$/,
};

/** Why a session is refused; null: it begins. */
function sessionFault(query: URLSearchParams): string | null {
  const type = query.get('file_type') ?? '';
  const most = MOST[type];
  if (most === undefined) return `Param file_type must be one of {${Object.keys(MOST).join(', ')}}`;
  const length = Number(query.get('file_length'));
  if (!Number.isInteger(length) || length < 1) return 'Param file_length must be a positive integer';
  return length > most ? 'The file is larger than what is allowed for its type' : null;
}

/** Begins a session of the app. @returns why not; null: it was answered */
export function beginUpload(
  whatsapp: WhatsApp,
  query: URLSearchParams,
  response: ServerResponse,
): string | null {
  const fault = sessionFault(query);
  if (fault !== null) return fault;
  const id = `upload:${randomBytes(9).toString('base64url')}`;
  const [type, length] = [query.get('file_type') ?? '', Number(query.get('file_length'))];
  whatsapp.memory.uploads.set(id, { type, length, bytes: Buffer.alloc(0) });
  answer(response, 200, { id: `${id}?sig=playground` });
  return null;
}

/** The bytes of a session, or how many of them are there. @returns why not; null: it was answered */
export async function goOnUploading(
  whatsapp: WhatsApp,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<string | null> {
  const upload = whatsapp.memory.uploads.get(id);
  if (!upload) return 'The upload session does not exist';
  if (request.method === 'GET') {
    answer(response, 200, { id, file_offset: upload.bytes.length });
    return null;
  }
  if (!/^OAuth /.test(request.headers.authorization ?? '')) return 'Uploads want the scheme OAuth';
  if (Number(request.headers['file_offset']) !== upload.bytes.length) return 'Wrong file_offset';
  const bytes = await bytesOf(request);
  // The connection ends half-way: half of it is there.
  const kept = use(whatsapp.faults, 'lostRequests') ? bytes.subarray(0, bytes.length >> 1) : bytes;
  upload.bytes = Buffer.concat([upload.bytes, kept]);
  if (kept !== bytes) {
    response.destroy();
    return null;
  }
  if (upload.bytes.length !== upload.length) return 'Other bytes than were announced';
  const handle = `4::${Buffer.from(upload.type).toString('base64')}:${randomBytes(24).toString('base64url')}`;
  whatsapp.memory.uploads.delete(id);
  whatsapp.memory.handles.set(handle, upload);
  answer(response, 200, { h: handle });
  return null;
}

/** Why a header that is a file is refused; null: its example is there and of its kind. */
export function headerFault(
  header: { format?: string; example?: unknown } | undefined,
  handles: ReadonlyMap<string, HeaderUpload>,
): string | null {
  const kind = KINDS[header?.format ?? ''];
  if (!kind) return null;
  const [handle] = (header?.example as { header_handle?: string[] } | undefined)?.header_handle ?? [];
  if (handle === undefined) return 'components: HEADER of this format needs example.header_handle';
  const file = handles.get(handle);
  if (!file) return 'example.header_handle: the handle is not valid';
  return kind.test(file.type) ? null : 'example.header_handle: the file is of another format';
}
