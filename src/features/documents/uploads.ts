/** Files on their way to the server, one after the other; those that were refused stay until they are dismissed. */
import { useEffect, useRef, useState } from 'react';
import { documentCalls } from '../../../contract/calls/documents.ts';
import { DOCUMENT_ENDINGS, DOCUMENT_LIMITS } from '../../../contract/rules/documents.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { tooLargeText } from '../../ui/size-text.ts';

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
  if (file.size > DOCUMENT_LIMITS.fileBytes) return tooLargeText(file.size, DOCUMENT_LIMITS.fileBytes);
  return null;
}

/**
 * What was refused stands first, and what is refused next after it: files that arrive leave the list below it, so that
 * none of them moves its button from under a pointer.
 */
const inOrder = (all: readonly Upload[]): Upload[] => [
  ...all.filter(({ error }) => error !== null),
  ...all.filter(({ error }) => error === null),
];

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

  const progress = (key: number, share: number) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, share } : one)));
  const refuse = (key: number, error: string) =>
    setUploads((all) => {
      const others = all.filter((one) => one.key !== key);
      const refused = all.filter((one) => one.key === key).map((one) => ({ ...one, share: null, error }));
      return inOrder([...others, ...refused]);
    });
  const drop = (key: number) => setUploads((all) => all.filter((one) => one.key !== key));

  async function pump(): Promise<void> {
    if (current.current) return;
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) {
      const { key, file, live } = next;
      const stop = new AbortController();
      current.current = { key, stop };
      progress(key, 0);
      try {
        await call(documentCalls.uploadDocument, {
          body: { bot_id: botId, live },
          file,
          signal: stop.signal,
          progress: (sent, total) => progress(key, total > 0 ? sent / total : 0),
        });
        drop(key);
        arrived.current();
      } catch (error) {
        if (stop.signal.aborted) drop(key);
        else refuse(key, sentence(error));
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
    setUploads((all) => inOrder([...all, ...made.map(({ upload }) => upload)]));
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
