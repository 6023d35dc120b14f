/** Files on their way to the server, one after the other; those that were refused stay until they are dismissed. */
import { useEffect, useRef, useState } from 'react';
import { documentCalls } from '../../../contract/calls/documents.ts';
import { DOCUMENT_ENDINGS, DOCUMENT_LIMITS } from '../../../contract/rules/documents.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { sizeText } from '../../ui/size-text.ts';

export interface Upload {
  key: number;
  name: string;
  /** From 0 to 1; null: it waits for its turn. */
  share: number | null;
  error: string | null;
}

/** Why a file need not be sent at all; null: it may be. */
export function refusedAtOnce(file: Pick<File, 'name' | 'size'>): string | null {
  const name = file.name.toLowerCase();
  if (!DOCUMENT_ENDINGS.some((ending) => name.endsWith(ending)))
    return `Ese tipo de archivo no se puede leer. Sube ${DOCUMENT_ENDINGS.join(', ')}.`;
  if (file.size === 0) return 'El archivo está vacío.';
  if (file.size > DOCUMENT_LIMITS.fileBytes)
    return `Pesa ${sizeText(file.size)}; el máximo son ${DOCUMENT_LIMITS.fileBytes / 1_000_000} MB.`;
  return null;
}

interface Waiting {
  key: number;
  file: File;
  live: boolean;
}

/** @param onArrived after each file that the server took */
export function useUploads(botId: number, onArrived: () => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const waiting = useRef<Waiting[]>([]);
  const current = useRef<{ key: number; stop: AbortController } | null>(null);
  const keys = useRef(0);
  const arrived = useRef(onArrived);
  arrived.current = onArrived;

  const patch = (key: number, change: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));
  const drop = (key: number) => setUploads((all) => all.filter((one) => one.key !== key));

  async function pump(): Promise<void> {
    if (current.current) return;
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) {
      const { key, file, live } = next;
      const stop = new AbortController();
      current.current = { key, stop };
      patch(key, { share: 0 });
      try {
        await call(documentCalls.uploadDocument, {
          body: { bot_id: botId, live },
          file,
          signal: stop.signal,
          progress: (sent, total) => patch(key, { share: total > 0 ? sent / total : 0 }),
        });
        drop(key);
        arrived.current();
      } catch (error) {
        if (stop.signal.aborted) drop(key);
        else patch(key, { share: null, error: sentence(error) });
      }
      current.current = null;
    }
  }

  function add(files: readonly File[], live: boolean): void {
    const made = files.map((file): { upload: Upload; next: Waiting } => {
      keys.current += 1;
      const key = keys.current;
      return {
        upload: { key, name: file.name, share: null, error: refusedAtOnce(file) },
        next: { key, file, live },
      };
    });
    setUploads((all) => [...all, ...made.map(({ upload }) => upload)]);
    waiting.current.push(...made.flatMap(({ upload, next }) => (upload.error === null ? [next] : [])));
    void pump();
  }

  /** Stops one that is on its way, or dismisses one that was refused. */
  function remove(key: number): void {
    waiting.current = waiting.current.filter((one) => one.key !== key);
    if (current.current?.key === key) current.current.stop.abort();
    else drop(key);
  }

  // Leaving the screen stops what has not left yet.
  useEffect(
    () => () => {
      waiting.current = [];
      current.current?.stop.abort();
    },
    [],
  );
  return { uploads, add, remove };
}
