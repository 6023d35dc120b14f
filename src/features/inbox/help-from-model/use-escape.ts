/** Esc takes back what is being waited for, wherever the cursor is: before the field or the page hear of it. */
import { useEffect, useEffectEvent } from 'react';

/** @param waiting whether there is something to take back */
export function useEscape(waiting: boolean, takeBack: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    takeBack();
  });
  useEffect(() => {
    if (!waiting) return;
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener, true);
    return () => removeEventListener('keydown', listener, true);
  }, [waiting]);
}
