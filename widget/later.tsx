/** Parts of the chat that come when they are reached for. */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadChunk } from './load-chunk.ts';
import { say } from './say.ts';

export interface LatePart<Props extends object> {
  load(): Promise<{ default: FunctionComponent<Props> }>;
  /** Once it has come. */
  is: FunctionComponent<Props> | null;
}

/** @param load the part's own file, whose default is the component */
export const lazyPart = <Props extends object>(load: LatePart<Props>['load']): LatePart<Props> => ({
  load,
  is: null,
});

interface LaterProps<Props extends object> {
  part: LatePart<Props>;
  /** The part's own. */
  with: Props;
}

/** Draws the part once it has come; one that does not come offers another try. */
export function Later<Props extends object>({ part, with: own }: LaterProps<Props>) {
  const [tries, setTries] = useState(0);
  const [state, setState] = useState<'waiting' | 'here' | 'failed'>(part.is ? 'here' : 'waiting');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is another one
  useEffect(() => {
    if (part.is) return;
    let gone = false;
    loadChunk(part.load)
      .then((file) => {
        part.is = file.default;
        if (!gone) setState('here');
      })
      .catch((error: unknown) => {
        console.error('[chat] una parte no llegó', error);
        if (!gone) setState('failed');
      });
    return () => {
      gone = true;
    };
  }, [part, tries]);
  if (part.is) return <part.is {...own} />;
  if (state !== 'failed') return null;
  return (
    <p class="thanks" role="alert">
      {say('No se pudo cargar esta parte.')}{' '}
      <button type="button" onClick={() => setTries(tries + 1)}>
        {say('Reintentar')}
      </button>
    </p>
  );
}
