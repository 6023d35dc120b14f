/** A message that is still in this browser: waiting, on its way, refused, or asking first (stale view). */
import { hub } from '../../hub/hooks.ts';
import { timeText } from '../../ui/dates.ts';
import { SafeText } from '../../ui/safe-text.tsx';
import { DeliveryState } from './delivery-state.tsx';
import type { OutboxMessage } from './log-items.ts';
import classes from './message-bubble.module.css';

const warn = (error: unknown) => console.warn('The hub did not take the answer.', error);

export function OutgoingBubble({ entry }: { entry: OutboxMessage }) {
  const { text, note } = entry.command;
  const created = new Date(entry.createdAt).toISOString();
  return (
    <article
      className={classes.line}
      data-kind={note ? 'note' : 'agent'}
      data-first
      data-waiting
      aria-label={`${note ? 'Nota interna' : 'Tú'}, ${timeText(created)}`}
    >
      <div className={classes.bubble}>
        <p className={classes.text}>
          <SafeText text={text} />
        </p>
      </div>
      {entry.state === 'asking' ? (
        <p className={classes.foot}>Sin enviar: espera tu respuesta abajo</p>
      ) : (
        <p className={classes.foot}>
          <time dateTime={created}>{timeText(created)}</time>
          <DeliveryState
            status={entry.state === 'refused' ? 'failed' : entry.state === 'sending' ? 'sending' : 'queued'}
            reason={entry.reason}
            onRetry={() => void hub().retry(entry.id).catch(warn)}
          />
          {entry.state === 'refused' ? (
            <button
              type="button"
              className={classes.discard}
              onClick={() => void hub().discard(entry.id).catch(warn)}
            >
              Descartar
            </button>
          ) : null}
        </p>
      )}
    </article>
  );
}
