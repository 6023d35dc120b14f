/** Sends one document, telling how much of it has left: what `fetch` can't tell, and may take minutes. */
import { documentCalls } from '../../../contract/calls/documents.ts';
import type { BotDocument } from '../../../contract/entities/document.ts';
import { ACCEPT_VERSION } from '../../../contract/services.ts';
import { noAnswer, refusal } from '../../api/api-error.ts';
import { readCredentials } from '../../api/credentials.ts';
import { serviceBases } from '../../api/service-bases.ts';

/**
 * @param onShare told from 0 to 1
 * @throws ApiError; an AbortError when `signal` ended it
 */
export function sendFile(
  botId: number,
  file: File,
  live: boolean,
  onShare: (share: number) => void,
  signal: AbortSignal,
): Promise<BotDocument> {
  const spec = documentCalls.uploadDocument;
  const request = new XMLHttpRequest();
  request.open(spec.method, serviceBases()[spec.service] + spec.path);
  request.responseType = 'json';
  request.setRequestHeader('accept-version', ACCEPT_VERSION);
  for (const [name, value] of Object.entries(readCredentials() ?? {}))
    request.setRequestHeader(name, String(value));
  const form = new FormData();
  form.append('bot_id', String(botId));
  form.append('live', String(live));
  form.append('file', file);
  return new Promise((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onShare(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('error', () => reject(noAnswer()));
    request.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')));
    request.addEventListener('load', () => {
      const parsed = spec.answer.safeParse(request.response);
      if (request.status === 200 && parsed.success) resolve(parsed.data);
      else reject(refusal(request.status, request.response));
    });
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
