/** A run of the test set: the sums, every phrase that is not right, what got worse, what was taken for what. */
import type { botDraftCalls } from '../../../contract/calls/bot-draft.ts';
import type { ClientIntent } from '../../../contract/entities/bot-intent.ts';
import type { CallAnswer } from '../../api/call.ts';
import table from '../../ui/table.module.css';
import { compared } from '../publishing/compared.ts';
import { counted } from '../publishing/draft-words.ts';
import classes from './bot-tests.module.css';
import { confused, OUTCOME_WORDS } from './phrases.ts';

type RunAnswer = CallAnswer<(typeof botDraftCalls)['runTestPhrases']>;

interface RunResultsProps {
  run: RunAnswer;
  intents: readonly ClientIntent[];
}

export function RunResults({ run, intents }: RunResultsProps) {
  const name = (intent: string | null) =>
    intent === null ? 'Nada' : (intents.find((one) => one.intent_name === intent)?.title ?? intent);
  const red = run.results.filter(({ outcome }) => outcome !== 'right');
  const worse = run.results.filter((result) => compared(result) === 'worse').length;
  const better = run.results.filter((result) => compared(result) === 'better').length;
  const pairs = confused(run.confusion);
  return (
    <div className={classes.results}>
      <p role="status">
        <strong>
          Entiende {run.right} de {counted(run.phrases, 'frase', 'frases')}.
        </strong>{' '}
        {run.wrong > 0 ? `${run.wrong} con una respuesta equivocada. ` : ''}
        {worse > 0 ? <b className={classes.worse}>{worse} peor que lo publicado. </b> : null}
        {better > 0 ? `${better} mejor que lo publicado.` : ''}
      </p>
      {red.length > 0 ? (
        <div className={classes.table}>
          <table className={table.table} aria-label="Frases que no entiende">
            <thead>
              <tr>
                <th scope="col">Frase</th>
                <th scope="col">Debía entender</th>
                <th scope="col">Entendió</th>
                <th scope="col">Resultado</th>
                <th scope="col">Frente a lo publicado</th>
              </tr>
            </thead>
            <tbody>
              {red.map((result) => (
                <tr key={result.text}>
                  <td data-label="Frase">{result.text}</td>
                  <td data-label="Debía entender">{name(result.expected)}</td>
                  <td data-label="Entendió">{name(result.found)}</td>
                  <td data-label="Resultado">{OUTCOME_WORDS[result.outcome]}</td>
                  <td data-label="Frente a lo publicado" data-compared={compared(result)}>
                    {result.published === null
                      ? '—'
                      : { worse: 'Peor', better: 'Mejor', same: 'Igual' }[compared(result)]}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {pairs.length > 0 ? (
        <>
          <h3>Qué confunde con qué</h3>
          <div className={classes.table}>
            <table className={table.table} aria-label="Qué confunde con qué">
              <thead>
                <tr>
                  <th scope="col">Debía entender</th>
                  <th scope="col">Entendió</th>
                  <th scope="col">Veces</th>
                </tr>
              </thead>
              <tbody>
                {pairs.map(({ expected, found, count }) => (
                  <tr key={`${expected} ${found}`}>
                    <td data-label="Debía entender">{name(expected)}</td>
                    <td data-label="Entendió">{name(found)}</td>
                    <td data-label="Veces">{count}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      ) : null}
    </div>
  );
}
