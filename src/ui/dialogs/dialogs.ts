/**
 * Dialogs that code opens and waits for: an error to confirm, a question, something that blocks while it runs. The host
 * (dialog-host.tsx, loaded with the first dialog) shows the one on top.
 */
import { useSyncExternalStore } from 'react';

export interface DialogView {
  id: number;
  kind: 'error' | 'question' | 'busy';
  title: string;
  text: string | null;
  /** The button that says yes. */
  confirm: string;
  /** The button that says no; null: there is only one. */
  cancel: string | null;
  danger: boolean;
  close: (answer: boolean) => void;
}

let open: readonly DialogView[] = [];
let lastId = 0;
const readers = new Set<() => void>();

function publish(next: readonly DialogView[]): void {
  open = next;
  for (const reader of readers) reader();
}

function show(view: Omit<DialogView, 'id' | 'close'>, closed: (answer: boolean) => void): () => void {
  lastId += 1;
  const id = lastId;
  const close = (answer: boolean) => {
    if (!open.some((entry) => entry.id === id)) return;
    publish(open.filter((entry) => entry.id !== id));
    closed(answer);
  };
  publish([...open, { ...view, id, close }]);
  return () => close(false);
}

/** An error that the person has to see; resolves when it was closed. */
export function showError(title: string, text: string | null = null): Promise<void> {
  return new Promise((resolve) => {
    show({ kind: 'error', title, text, confirm: 'Entendido', cancel: null, danger: false }, () => resolve());
  });
}

/** Asks; resolves true for the button `confirm`. Esc and the cross are no. */
export function ask(question: {
  title: string;
  text?: string;
  confirm: string;
  cancel?: string;
  danger?: boolean;
}): Promise<boolean> {
  const { title, text = null, confirm, cancel = 'Cancelar', danger = false } = question;
  return new Promise((resolve) => {
    show({ kind: 'question', title, text, confirm, cancel, danger }, resolve);
  });
}

/** Shows a dialog that can't be closed while the work runs. */
export async function blocking<T>(title: string, work: () => Promise<T>): Promise<T> {
  const close = show(
    { kind: 'busy', title, text: null, confirm: '', cancel: null, danger: false },
    () => undefined,
  );
  try {
    return await work();
  } finally {
    close();
  }
}

/** The dialog on top, or null. */
export function useTopDialog(): DialogView | null {
  return useSyncExternalStore(
    (reader) => {
      readers.add(reader);
      return () => readers.delete(reader);
    },
    () => open.at(-1) ?? null,
  );
}
