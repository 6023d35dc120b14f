/** Connects the inbox's keys with what they do. */
import { useEffectEvent, useLayoutEffect } from 'react';
import { type KeyAction, keyAction, takesLetters } from './keys.ts';

/** @param letters whether single letters act at all (people can switch them off) */
export function useKeys(letters: boolean, act: (action: KeyAction) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = keyAction(event, takesLetters(event.target));
    if (!action || (!letters && action !== 'help' && action !== 'clear')) return;
    event.preventDefault();
    act(action);
  });
  // With the screen, not after it is painted: whoever sees it may press.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
