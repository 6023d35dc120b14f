/** `POST /uploads`: one file to the server, once per key (docs/protocol.md 'Attachments'). */
import { uploadAnswer } from '../../../contract/calls/platform.ts';
import type { Credentials } from '../../../contract/entities/user.ts';
import { ERRORS } from '../../../contract/errors.ts';
import { ACCEPT_VERSION } from '../../../contract/services.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { CallError, refusal } from '../../shared/call-service.ts';
import type { Upload } from '../platform/platform.ts';
import type { FileUpload } from './flight.ts';

/**
 * @returns the server's id of the file
 * @throws CallError: the server's refusal, or `network` when no answer came. After an abort: whatever `send` rejects with
 */
export async function uploadFile(send: Upload, file: FileUpload, credentials: Credentials): Promise<string> {
  const form = new FormData();
  // Before the file: the server reads in this order.
  form.append('conversation_id', file.conversationId);
  form.append('key', file.key);
  form.append('file', file.blob, file.name);
  let answer: Awaited<ReturnType<Upload>>;
  try {
    answer = await send({
      url: '/uploads',
      headers: { ...credentials, 'accept-version': ACCEPT_VERSION },
      form,
      signal: file.signal,
      progress: file.progress,
    });
  } catch (error) {
    if (error instanceof TypeError) throw new CallError('network', TEXTS.serverTimeout, 0);
    throw error;
  }
  if (answer.status < 200 || answer.status > 299) throw refusal(answer.status, answer.body);
  const parsed = uploadAnswer.safeParse(answer.body);
  if (!parsed.success) throw new CallError('bad_answer', ERRORS.server.message, 502);
  return parsed.data.id;
}
