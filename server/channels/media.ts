/**
 * Files of customers: fetched at once into our own storage, because the provider keeps them for days and their addresses
 * for minutes. The message is shown before, with the file's state; it is sent again when the file is there or can't be
 * had.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { CALLS } from '../../contract/calls/index.ts';
import type { Provider } from '../../contract/entities/connection.ts';
import { PROVIDER_LABELS } from '../../contract/entities/connection-faults.ts';
import type { Attachment } from '../../contract/entities/message.ts';
import { LIMITS } from '../../contract/limits.ts';
import { type ConnectionRow, findConnection } from '../connections/connection-row.ts';
import { noteUse } from '../connections/health.ts';
import { reviseMessage } from '../inbox/commands/by-channel.ts';
import type { App } from '../platform/app.ts';
import { sql, type Transaction } from '../platform/database/database.ts';
import { Refused } from '../platform/http/refused.ts';
import { registerCall } from '../platform/http/route.ts';
import { keep, receive } from '../platform/uploads/upload-store.ts';
import { GraphFault } from './graph.ts';
import type { ProviderFile } from './said-message.ts';

const KIND = 'channel.media';
/** So long the provider keeps what customers send. Milliseconds. */
const KEPT = 7 * 24 * 60 * 60_000;
/** Bytes that are not those that were announced are asked for again so often. */
const WRONG_MOST = 3;

const payload = z.object({
  bot_id: z.number(),
  connection_id: z.string(),
  attachment_id: z.string(),
  mid: z.string(),
  media_id: z.string(),
  name: z.string(),
  sha256: z.nullable(z.string()),
  since: z.string(),
});
type Wanted = z.infer<typeof payload>;

/** How a channel's files are had. */
export interface ChannelFiles {
  /** The files of a message as its webhook had it (a part's content). */
  named(content: unknown): readonly ProviderFile[];
  /**
   * Throws GraphFault; `FileGone` when it can't be had any more.
   * @param most bytes; a longer one is a GraphFault of code 413
   */
  fetch(connection: ConnectionRow, mediaId: string, most: number): Promise<Buffer>;
}
export type FilesOfChannels = Partial<Record<Provider, ChannelFiles>>;

/** The provider has it no more, whatever is tried. */
export class FileGone extends Error {
  override name = 'FileGone';
}

/** It can't be shown; the message says why. */
class Gone extends Error {
  override name = 'Gone';
}

const resend = (provider: Provider) =>
  `El archivo ya no está en ${PROVIDER_LABELS[provider]}: el cliente debe reenviarlo.`;

/** What the message shows until the file is there. */
export function placeholders(app: Pick<App, 'ids'>, files: readonly ProviderFile[]): Attachment[] {
  return files.map(({ name, type }) => ({ id: app.ids(), name, type, size: 0, state: 'downloading' }));
}

/** Orders the files in the transaction that shows their message. Before the log's append. */
export async function orderFiles(
  tx: Transaction,
  app: App,
  of: { connectionId: string; botId: number; mid: string },
  files: readonly ProviderFile[],
  shown: readonly Attachment[],
): Promise<void> {
  const now = app.clock.now();
  for (const [place, { mediaId, name, sha256 }] of files.entries()) {
    const attachment = shown[place];
    if (!attachment) continue;
    const wanted: Wanted = {
      bot_id: of.botId,
      connection_id: of.connectionId,
      attachment_id: attachment.id,
      mid: of.mid,
      media_id: mediaId,
      name,
      sha256,
      since: now.toISOString(),
    };
    await app.jobs.schedule(tx, { kind: KIND, key: `${KIND}:${attachment.id}`, runAt: now, payload: wanted });
  }
}

/** Orders again a file that could not be had. Throws not_found, rule (it is there, or the provider has it no more). */
async function retryFile(
  app: App,
  channels: FilesOfChannels,
  messageId: string,
  attachmentId: string,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const [of] = await tx.query<{
      bot_id: number;
      mid: string;
      attachments: Attachment[];
      connection_id: string | null;
      provider: Provider | null;
      content: unknown;
      received_at: string | null;
    }>(sql`
      select m.bot_id, m.mid, m.attachments, c.connection_id, n.provider, p.content, p.received_at
      from messages m join conversations c on c.id = m.conversation_id
      left join connections n on n.id = c.connection_id
      left join hook_parts p on p.connection_id = c.connection_id and p.once = 'm:' || m.mid
      where m.id = ${messageId}`);
    const place = of?.attachments.findIndex(({ id }) => id === attachmentId) ?? -1;
    if (!of || place < 0) throw new Refused('not_found');
    if (of.attachments[place]?.state !== 'failed')
      throw new Refused('rule', { message: 'Este archivo ya está o viene en camino.' });
    const files = of.provider === null || of.content === null ? undefined : channels[of.provider];
    const file = files?.named(of.content)[place];
    if (!file || of.connection_id === null || of.received_at === null)
      throw new Refused('rule', { message: resend(of.provider ?? 'whatsapp') });
    const wanted: Wanted = {
      bot_id: of.bot_id,
      connection_id: of.connection_id,
      attachment_id: attachmentId,
      mid: of.mid,
      media_id: file.mediaId,
      name: file.name,
      sha256: file.sha256,
      since: of.received_at,
    };
    const runAt = app.clock.now();
    await app.jobs.schedule(tx, { kind: KIND, key: `${KIND}:${attachmentId}`, runAt, payload: wanted });
    await reviseMessage(
      tx,
      app,
      messageId,
      (name, id) => ({ kind: 'visitor', id, name }),
      ({ attachments }) => ({
        attachments: attachments.map((one) =>
          one.id === attachmentId ? { ...one, state: 'downloading', reason: null } : one,
        ),
      }),
    );
  });
}

/** Registers the call that asks for a file once more. */
export function registerFileCall(app: App, channels: FilesOfChannels): void {
  registerCall(app, CALLS.retryFile, async ({ params, body }) => {
    await retryFile(app, channels, params.id, body.attachment_id);
    return { ok: true as const };
  });
}

/** Registers the job that fetches. */
export function registerMedia(app: App, channels: FilesOfChannels): void {
  app.jobs.handleOutside(KIND, async (job) => {
    const wanted = payload.parse(job.payload);
    const connection = await findConnection(app.db, wanted.connection_id);
    const again = resend(connection?.provider ?? 'whatsapp');
    try {
      const file = await fetchFile(app, channels, connection, wanted, job.attempts);
      await show(app, wanted, { ...file, state: 'ready' });
    } catch (error) {
      const old = app.clock.now().getTime() - Date.parse(wanted.since) > KEPT;
      if (!(error instanceof Gone) && !old) throw error;
      const reason = error instanceof Gone ? error.message : again;
      await show(app, wanted, { state: 'failed', reason });
    }
  });
}

async function fetchFile(
  app: App,
  channels: FilesOfChannels,
  connection: ConnectionRow | null,
  wanted: Wanted,
  attempts: number,
): Promise<Attachment> {
  const files = connection && channels[connection.provider];
  if (!files) throw new Gone('La conexión por la que llegó el archivo ya no existe.');
  let bytes: Buffer;
  try {
    bytes = await files.fetch(connection, wanted.media_id, LIMITS.attachmentMaxBytes);
  } catch (error) {
    if (error instanceof FileGone) throw new Gone(resend(connection.provider));
    if (!(error instanceof GraphFault)) throw error;
    if (error.code === 413) {
      const most = Math.floor(LIMITS.attachmentMaxBytes / 1_000_000);
      throw new Gone(`El archivo es demasiado grande: el máximo son ${most} MB.`);
    }
    if (error.kind === 'unauthorized') await noteUse(app, connection.id, error.kind, connection.credentials);
    throw error;
  }
  if (!isAnnounced(bytes, wanted.sha256)) {
    if (attempts >= WRONG_MOST) throw new Gone('El archivo llegó dañado: el cliente debe reenviarlo.');
    throw new Error('Other bytes than those that were announced');
  }
  try {
    const arrived = await receive(app, Readable.from([bytes]), wanted.name, () => false);
    const owner = { botId: wanted.bot_id, author: `c:${connection.id}`, key: wanted.attachment_id };
    return await keep(app, arrived, owner);
  } catch (error) {
    if (error instanceof Refused) throw new Gone('No podemos mostrar este tipo de archivo.');
    throw error;
  }
}

/** The hash comes as hex or base64. */
function isAnnounced(bytes: Buffer, announced: string | null): boolean {
  if (announced === null) return true;
  const hash = createHash('sha256').update(bytes);
  const digest = hash.digest();
  return announced === digest.toString('hex') || announced === digest.toString('base64');
}

async function show(app: App, wanted: Wanted, file: Partial<Attachment>): Promise<void> {
  await app.db.transaction(
    async (tx) => {
      // By the file itself: a message of the app has it too.
      const [message] = await tx.query<{ id: string; conversation_id: string }>(sql`
        select m.id, m.conversation_id from messages m
        where m.bot_id = ${wanted.bot_id} and m.mid = ${wanted.mid}
          and m.attachments @> jsonb_build_array(jsonb_build_object('id', ${wanted.attachment_id}::text)) limit 1`);
      if (!message) return;
      if (file.id !== undefined) {
        await tx.query(sql`
          update uploads set conversation_id = ${message.conversation_id} where id = ${file.id}`);
      }
      await reviseMessage(
        tx,
        app,
        message.id,
        (name, id) => ({ kind: 'visitor', id, name }),
        ({ attachments }) => ({
          attachments: attachments.map((one) =>
            one.id === wanted.attachment_id ? { ...one, ...file } : one,
          ),
        }),
      );
    },
    { retries: 3 },
  );
}
