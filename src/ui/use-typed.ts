/**
 * What was typed into a form and not saved yet. It outlives the form: somebody who shows another bot and comes back
 * finds it. Leaving the screen asks first (`useLeaveGuard`); saving and discarding forget it.
 */
import { useBlocker } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import { ask } from './dialogs/dialogs.ts';

interface Entry {
  value: unknown;
  /** What was saved when the typing began, as JSON. */
  from: string;
  /** The draft's revision then: the server compares with it. */
  revision: number;
}
/** By key. Lives as long as the tab: what is typed is the person's and belongs on no disk. */
const unsaved = new Map<string, Entry>();

export interface Typed<T> {
  value: T;
  set: (change: (value: T) => T) => void;
  dirty: boolean;
  /** The same, known at once: for leaving right after a save. */
  isDirty: () => boolean;
  /** The revision that the value was read at. */
  revision: number;
  /** It waited here from an earlier visit. */
  found: boolean;
  forget: () => void;
}

/**
 * A form's value: what is saved until somebody types, then what they typed.
 * @param key of the form for good: a form about another thing is another component
 * @param saved JSON-like
 * @param revision that `saved` was read at
 */
export function useTyped<T>(key: string, saved: T, revision: number): Typed<T> {
  const [entry, setEntry] = useState(() => unsaved.get(key));
  const [found] = useState(entry !== undefined);
  const now = useRef(entry);
  const keep = useCallback(
    (next: Entry | undefined) => {
      now.current = next;
      if (next) unsaved.set(key, next);
      else unsaved.delete(key);
      setEntry(next);
    },
    [key],
  );
  const set = (change: (value: T) => T) => {
    const before = now.current ?? { value: saved, from: JSON.stringify(saved), revision };
    const value = change(before.value as T);
    keep(JSON.stringify(value) === before.from ? undefined : { ...before, value });
  };
  return {
    value: entry ? (entry.value as T) : saved,
    set,
    dirty: entry !== undefined,
    isDirty: () => now.current !== undefined,
    revision: entry?.revision ?? revision,
    found,
    forget: useCallback(() => keep(undefined), [keep]),
  };
}

type Place = { pathname: string; search: object };
const otherScreen = (from: Place, to: Place): boolean => from.pathname !== to.pathname;

/**
 * Asks before a way out that would lose what was typed: links, the back key, closing the tab.
 * @param leaves which way is one out; another path unless said
 */
export function useLeaveGuard(
  { isDirty, forget }: Pick<Typed<unknown>, 'isDirty' | 'forget'>,
  leaves: (from: Place, to: Place) => boolean = otherScreen,
): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isDirty() || !leaves(current, next)) return false;
      const leave = await ask({
        title: '¿Salir sin guardar?',
        text: 'Lo que escribiste en esta pantalla se perderá.',
        confirm: 'Salir sin guardar',
        cancel: 'Seguir editando',
        danger: true,
      });
      if (leave) forget();
      return !leave;
    },
    enableBeforeUnload: isDirty,
  });
}
