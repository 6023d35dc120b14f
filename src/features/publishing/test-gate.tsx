/** The test set before a publication: run through the draft and through what is published, red phrases named. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { botDraftCalls } from '../../../contract/calls/bot-draft.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { compared } from './compared.ts';
import { buildingKey } from './draft-queries.ts';
import { counted } from './draft-words.ts';
import classes from './publish-dialog.module.css';

/** `none`: there is no test set, or it could not be run. */
export type TestVerdict = 'running' | 'none' | 'green' | 'red';
const MOST_NAMED = 8;

const runOf = (botId: number) => ({
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(botDraftCalls.runTestPhrases, { params: { botId }, signal }),
  staleTime: 0,
  retry: false,
});

/** @param revision of the draft: another one is another run */
export function useTestRun(botId: number, revision: number, wanted = true) {
  return useQuery({
    queryKey: buildingKey(botId, 'test-run', revision),
    enabled: wanted,
    ...runOf(botId),
  });
}

interface TestGateProps {
  botId: number;
  /** Of the draft that its reader has seen. */
  revision: number;
  onVerdict: (verdict: TestVerdict) => void;
}

export function TestGate({ botId, revision, onVerdict }: TestGateProps) {
  // Once for what was seen: a colleague's edit in between makes no other run, which would take the button from under a
  // hand that is about to press it. Publishing what was seen is refused then, and what is seen next is run.
  const run = useQuery({ queryKey: ['test-gate', botId, revision], gcTime: 0, ...runOf(botId) });
  const red = run.data?.results.filter(({ outcome }) => outcome !== 'right') ?? [];
  const verdict: TestVerdict = run.isFetching
    ? 'running'
    : !run.data || run.data.phrases === 0
      ? 'none'
      : red.length > 0
        ? 'red'
        : 'green';
  useEffect(() => onVerdict(verdict), [onVerdict, verdict]);
  return (
    <div className={classes.tests} data-verdict={verdict} role="status">
      {verdict === 'running' ? 'Probando las frases que debe entender…' : null}
      {verdict === 'none'
        ? run.error
          ? `No pudimos probar las frases: ${sentence(run.error)}`
          : 'No hay frases de prueba: puedes agregarlas desde Previsualizar.'
        : null}
      {verdict === 'green' && run.data
        ? `Entiende ${counted(run.data.phrases, 'frase', 'frases')} de prueba de ${run.data.phrases}.`
        : null}
      {verdict === 'red' && run.data ? (
        <>
          <strong>
            No entiende {counted(red.length, 'frase', 'frases')} de prueba de {run.data.phrases}:
          </strong>
          <ul>
            {red.slice(0, MOST_NAMED).map(({ text }) => (
              <li key={text}>«{text}»</li>
            ))}
            {red.length > MOST_NAMED ? <li>y {red.length - MOST_NAMED} más.</li> : null}
          </ul>
        </>
      ) : null}
      {verdict === 'green' || verdict === 'red' ? (
        <>
          <Moved results={run.data?.results ?? []} step="worse" word="Empeora" />
          <Moved results={run.data?.results ?? []} step="better" word="Mejora" />
        </>
      ) : null}
    </div>
  );
}

type Results = NonNullable<ReturnType<typeof useTestRun>['data']>['results'];

/** Phrases that customers would get a better or a worse answer to than now. */
function Moved({ results, step, word }: { results: Results; step: 'better' | 'worse'; word: string }) {
  const moved = results.filter((result) => compared(result) === step);
  if (moved.length === 0) return null;
  const named = moved.slice(0, MOST_NAMED).map(({ text }) => `«${text}»`);
  const more = moved.length - named.length;
  return (
    <p data-step={step}>
      <strong>
        {word} {counted(moved.length, 'frase', 'frases')} frente a lo publicado:
      </strong>{' '}
      {named.join(', ')}
      {more > 0 ? ` y ${more} más` : ''}.
    </p>
  );
}
