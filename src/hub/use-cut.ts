/** Whether the way to the server is lost: from the first failure until everything missed is there again. */
import { useState } from 'react';
import { useConnection } from './hooks.ts';

/** Attempts in between change nothing: what is shown without the server does not flicker with them. */
export function useCut(): boolean {
  const state = useConnection()?.state;
  const [cut, setCut] = useState(false);
  const now = state === 'waiting' ? true : state === 'live' ? false : cut;
  if (now !== cut) setCut(now);
  return now;
}
