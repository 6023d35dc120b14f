/** Somebody answered while this reply was waiting: the composer says so and asks (docs/product.md §10). */
import type { OutboxEntry } from '../../../../workers/hub/surface/outbox-entry.ts';
import { hub } from '../../../hub/hooks.ts';
import button from '../../../ui/plain-button.module.css';
import { replySummary } from './reply-summary.ts';
import classes from './stale-question.module.css';

const warn = (error: unknown) => console.warn('The hub did not take the answer.', error);

export function StaleQuestion({ entry }: { entry: OutboxEntry }) {
  return (
    <section className={classes.question} role="alert" aria-label="Respuesta sin enviar">
      <p>
        <strong>{entry.reason ?? 'Otra persona respondió mientras tanto.'}</strong>
        {entry.command.kind === 'message' ? <q>{replySummary(entry.command)}</q> : null}
      </p>
      <div>
        <button
          type="button"
          className={button.medium}
          onClick={() => void hub().retry(entry.id).catch(warn)}
        >
          Enviar igual
        </button>
        <button
          type="button"
          className={button.medium}
          onClick={() => void hub().cancel(entry.id).catch(warn)}
        >
          Editar
        </button>
        <button
          type="button"
          className={button.medium}
          onClick={() => void hub().discard(entry.id).catch(warn)}
        >
          Descartar
        </button>
      </div>
    </section>
  );
}
