/** Files that the visitor chose: on their way to the server as soon as they are chosen, sent with the next message. */
import { useReducer, useRef } from 'preact/hooks';
import type { VisitorMessage } from '../contract/realtime/visitor-socket.ts';
import { attachmentFault } from '../contract/rules/attachments.ts';
import { plainLine } from '../contract/rules/plain-line.ts';
import type { Keep } from './keep.ts';
import { say, spoken } from './say.ts';
import type { WidgetSettings } from './settings.ts';
import { randomKey } from './text.ts';

export interface ChosenFile {
  key: string;
  file: File;
  /** The server's id, once it has it. */
  id: string | null;
  percent: number;
  fault: string | null;
  stop(): void;
}

export interface Files {
  list: readonly ChosenFile[];
  /** Why the last choice was refused. */
  problem: string | null;
  add(chosen: Iterable<File>): void;
  remove(key: string): void;
  retry(key: string): void;
  clear(): void;
}

export function useFiles(settings: WidgetSettings, keep: Keep): Files {
  const present = useRef<{ list: ChosenFile[]; problem: string | null }>({ list: [], problem: null });
  const [, repaint] = useReducer((count: number) => count + 1, 0);
  const set = (change: Partial<typeof present.current>) => {
    present.current = { ...present.current, ...change };
    repaint(undefined);
  };
  const change = (key: string, patch: Partial<ChosenFile>) =>
    set({ list: present.current.list.map((each) => (each.key === key ? { ...each, ...patch } : each)) });

  const upload = (key: string, file: File): (() => void) => {
    const form = new FormData();
    form.append('key', key);
    form.append('file', file);
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) =>
      change(key, { percent: Math.floor((100 * loaded) / total) });
    request.onload = () => {
      let body: { id?: string; message?: string } = {};
      try {
        body = JSON.parse(request.responseText);
      } catch (error) {
        console.warn('[chat] respuesta ilegible', error);
      }
      change(
        key,
        request.status === 200 && body.id
          ? { id: body.id }
          : { fault: body.message ?? say('No se pudo subir el archivo.') },
      );
    };
    request.onerror = () => change(key, { fault: say('Sin conexión.') });
    request.open('POST', `${settings.origin}/uploads?bot_id=${settings.botId}`);
    request.setRequestHeader('room-token', keep.value.roomToken ?? '');
    request.setRequestHeader('accept-language', spoken());
    request.send(form);
    return () => request.abort();
  };

  return {
    list: present.current.list,
    problem: present.current.problem,
    add(chosen) {
      for (const file of chosen) {
        const problem = attachmentFault(file, present.current.list.length, say);
        set({ problem });
        if (problem) return;
        const key = randomKey();
        const entry = { key, file, id: null, percent: 0, fault: null, stop: () => undefined };
        set({ list: [...present.current.list, entry] });
        change(key, { stop: upload(key, file) });
      }
    },
    remove(key) {
      present.current.list.find((each) => each.key === key)?.stop();
      set({ list: present.current.list.filter((each) => each.key !== key), problem: null });
    },
    retry(key) {
      const found = present.current.list.find((each) => each.key === key);
      if (found) change(key, { fault: null, percent: 0, stop: upload(key, found.file) });
    },
    clear: () => set({ list: [], problem: null }),
  };
}

/** What was chosen, with how far each got. */
export function Chosen({ files }: { files: Files }) {
  return (
    <>
      {files.problem && (
        <p class="problem" role="alert">
          {files.problem}
        </p>
      )}
      {files.list.length > 0 && (
        <ul class="chosen" aria-label={say('Archivos adjuntos')}>
          {files.list.map((each) => (
            <li key={each.key}>
              {each.file.name}
              <small role="status">{each.fault ?? (each.id ? say('Listo') : `${each.percent} %`)}</small>
              {each.fault && (
                <button type="button" onClick={() => files.retry(each.key)}>
                  {say('Reintentar')}
                </button>
              )}
              <button
                type="button"
                aria-label={say('Quitar {name}', { name: each.file.name })}
                onClick={() => files.remove(each.key)}
              >
                ✕
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** A file of a message: pictures and sound in place, the rest as a link. Addresses are the chat server's. */
export function MessageFile({
  file,
  origin,
}: {
  file: VisitorMessage['attachments'][number];
  origin: string;
}) {
  const name = plainLine(file.name);
  if (!file.url) {
    return (
      <span class="file">
        <bdi>{name}</bdi>
      </span>
    );
  }
  const address = new URL(file.url, origin).href;
  if (file.type.startsWith('audio/')) {
    return (
      <audio class="file" controls preload="none" src={address}>
        <track kind="captions" />
      </audio>
    );
  }
  return (
    <a class="file" href={address} target="_blank" rel="noopener noreferrer">
      {/^image\/(png|jpeg|gif|webp|avif)$/.test(file.type) ? (
        <img src={address} alt={name} loading="lazy" />
      ) : (
        <bdi>{name}</bdi>
      )}
    </a>
  );
}
