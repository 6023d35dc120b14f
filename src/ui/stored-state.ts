/** State that this browser remembers: pane widths, collapsed sidebar, sound. Shared by tabs on their next start. */
import { useCallback, useState } from 'react';

/** The remembered JSON value, or null when there is none or it can't be read. */
export function remembered(key: string): unknown {
  const text = localStorage.getItem(key);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    console.warn(`Setting ${key} is not JSON; using the default.`, error);
    return null;
  }
}

/** @param read turns what is stored (anything) into a valid value */
export function useStored<T>(key: string, read: (stored: unknown) => T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => read(remembered(key)));
  const set = useCallback(
    (next: T) => {
      localStorage.setItem(key, JSON.stringify(next));
      setValue(next);
    },
    [key],
  );
  return [value, set];
}
