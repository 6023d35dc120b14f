/** `POST /uploads`: one file to the server, once per key (docs/protocol.md 'Attachments'). */
import { inboxToolCalls } from '../../../contract/calls/inbox-tools.ts';
import { uploadAnswer } from '../../../contract/calls/platform.ts';
import { ticketOfThread } from '../../../contract/rules/tickets.ts';
import { ApiError } from '../../shared/api-error.ts';
import type { RestClient } from '../../shared/rest-client.ts';
import type { KeptFile } from '../surface/outbox-entry.ts';
import type { FileUpload } from './flight.ts';

/**
 * @returns the server's id of the file
 * @throws ApiError: the server's refusal, or `network` when no answer came. After an abort: the signal's reason
 */
export async function uploadFile(client: RestClient, file: FileUpload): Promise<string> {
  const copy = file.from ? await copyOf(client, file, file.from) : null;
  if (copy !== null) return copy;
  const body = new FormData();
  // Before the file: the server reads in this order.
  // A ticket's file is the bot's until its words have it.
  if (ticketOfThread(file.conversationId) === null) body.append('conversation_id', file.conversationId);
  else body.append('bot_id', String(file.botId));
  body.append('key', file.key);
  body.append('file', file.blob, file.name);
  const { signal, progress } = file;
  const { data } = await client.request(
    { method: 'POST', address: '/uploads', body, signal, progress },
    uploadAnswer,
  );
  return data.id;
}

/** @returns the server's id of its copy; null: it no longer has the file, or is of a build that copies none */
async function copyOf(
  client: RestClient,
  { botId, key }: FileUpload,
  { quickReplyId: id, id: file_id }: KeptFile,
): Promise<string | null> {
  try {
    const params = { botId, id, file_id };
    return (await client.call(inboxToolCalls.copyQuickReplyFile, { params, body: { key } })).data.id;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  }
}
