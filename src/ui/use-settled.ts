/** What was typed once the typing pauses: each letter is no question for the server. */
import { useEffect, useState } from 'react';

/** Milliseconds. */
const PAUSE = 200;

export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
