/** Files beside words to the makers: each is sent as soon as it is chosen, and goes along once it has arrived. */
import { useRef, useState } from 'react';
import { makerTicketCalls } from '../../../contract/calls/maker-tickets.ts';
import { attachmentProblem } from '../../../contract/rules/attachments.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';

export interface SupportFile {
  key: string;
  file: File;
  /** The server's id once it has arrived. */
  id: string | null;
  /** Why it did not. */
  fault: string | null;
}

export interface SupportFiles {
  files: readonly SupportFile[];
  /** Why the last ones that were chosen are not among them. */
  fault: string | null;
  /** Ids for the words; null: one is still on its way or did not arrive. */
  ids: string[] | null;
  add: (chosen: readonly File[]) => void;
  again: (key: string) => void;
  remove: (key: string) => void;
  clear: () => void;
}

/** The files of one field. They are this visit's: whoever leaves the page chooses them again. */
export function useSupportFiles(): SupportFiles {
  const [files, setFiles] = useState<readonly SupportFile[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const under = useRef(new Map<string, AbortController>());
  const change = (key: string, patch: Partial<SupportFile>) =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...patch } : one)));
  const send = (key: string, file: File) => {
    const way = new AbortController();
    under.current.set(key, way);
    call(makerTicketCalls.uploadMakerFile, { body: { key }, file, signal: way.signal }).then(
      ({ id }) => change(key, { id, fault: null }),
      (error: unknown) => {
        if (!way.signal.aborted) change(key, { fault: sentence(error) });
      },
    );
  };
  return {
    files,
    fault,
    ids: files.some(({ id }) => id === null) ? null : files.map(({ id }) => id as string),
    add(chosen) {
      const taken: SupportFile[] = [];
      let problem: string | null = null;
      for (const file of chosen) {
        const found = attachmentProblem(file, files.length + taken.length);
        if (found === null) taken.push({ key: crypto.randomUUID(), file, id: null, fault: null });
        else problem ??= found;
      }
      setFault(problem);
      setFiles([...files, ...taken]);
      for (const { key, file } of taken) send(key, file);
    },
    again(key) {
      const one = files.find((known) => known.key === key);
      if (!one) return;
      change(key, { fault: null });
      send(key, one.file);
    },
    remove(key) {
      under.current.get(key)?.abort();
      setFiles(files.filter((one) => one.key !== key));
    },
    clear() {
      setFault(null);
      setFiles([]);
    },
  };
}
