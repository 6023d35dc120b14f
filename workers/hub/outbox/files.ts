/** The files of a message, one after the other, each once: what the server has already is not sent again. */
import { ApiError } from '../../shared/api-error.ts';
import type { OutboxEntry, OutboxFile } from '../surface/outbox-entry.ts';
import type { FileUpload } from './flight.ts';

/** Stopped by hand or by the hub's end: no failure, and nothing reached the customer. */
export class UploadStopped extends Error {
  override readonly name = 'UploadStopped';
}

export interface UploadPorts {
  /** Null: no longer in this browser. */
  blob(id: string): Promise<Blob | null>;
  upload(file: FileUpload): Promise<string>;
  /** 0 to 1 of all bytes, in steps of a hundredth. */
  progress(share: number): void;
  /** The server has one more of them; resolves when that is stored. */
  arrived(files: OutboxFile[]): Promise<void>;
}

/**
 * Uploads what the server does not have yet.
 * @returns the server's ids, in the order of the files
 * @throws ApiError (a refusal, no answer, a file that is gone), UploadStopped
 */
export async function uploadFiles(
  entry: Pick<OutboxEntry, 'botId' | 'conversationId'>,
  files: readonly OutboxFile[],
  signal: AbortSignal,
  ports: UploadPorts,
): Promise<string[]> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let now = [...files];
  let done = 0;
  let told = -1;
  const tell = (bytes: number) => {
    const share = Math.floor((100 * bytes) / total) / 100;
    if (share === told) return;
    told = share;
    ports.progress(share);
  };
  for (const file of files) {
    if (signal.aborted) throw new UploadStopped();
    if (file.upload === null) {
      tell(done);
      const upload = await one(entry, file, signal, ports, (sent) => tell(done + Math.min(sent, file.size)));
      now = now.map((each) => (each.id === file.id ? { ...each, upload } : each));
      await ports.arrived(now);
    }
    done += file.size;
  }
  return now.flatMap(({ upload }) => upload ?? []);
}

async function one(
  { botId, conversationId }: Pick<OutboxEntry, 'botId' | 'conversationId'>,
  { id: key, name, from }: OutboxFile,
  signal: AbortSignal,
  ports: UploadPorts,
  progress: (sent: number) => void,
): Promise<string> {
  const blob = await ports.blob(key);
  if (signal.aborted) throw new UploadStopped();
  if (!blob) {
    throw new ApiError(422, 'rule', `«${name}» ya no está en este navegador. Adjúntalo de nuevo.`);
  }
  try {
    const known = from ? { from } : {};
    return await ports.upload({ botId, conversationId, key, name, blob, signal, progress, ...known });
  } catch (error) {
    if (signal.aborted) throw new UploadStopped();
    throw error;
  }
}
