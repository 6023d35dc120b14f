/**
 * Over the top of the log: the summary that who takes a conversation finds there, the same for everybody. It lies over the
 * log in a size of its own: nothing moves when it comes, nor when it goes.
 */
import plain from '../../../ui/plain-button.module.css';
import { CloseHelp } from './close-help.tsx';
import classes from './help-from-model.module.css';
import { useKeptSummary } from './use-kept-summary.ts';

interface KeptSummaryProps {
  conversationId: string;
  /** Somebody pressed for it. */
  wanted: boolean;
  /** Begins a note with these words; null: one may leave none here. */
  onNote: ((words: string) => void) | null;
  onClose: () => void;
}

export default function KeptSummary({ conversationId, wanted, onNote, onClose }: KeptSummaryProps) {
  const { text, newer, problem, waiting, again } = useKeptSummary(conversationId, wanted);
  // It is not due after all.
  if (!waiting && text === null && problem === null) return null;
  return (
    <div className={classes.over}>
      <section className={classes.strip} aria-label="Resumen del modelo">
        <div className={classes.body}>
          <div role="status">
            {text === null ? null : <p className={classes.words}>{text}</p>}
            {waiting ? <p className={classes.aside}>Resumiendo la conversación…</p> : null}
          </div>
          {problem === null ? null : (
            <p role="status" className={classes.line}>
              <span className={classes.aside}>{problem}</span>
              <button type="button" className={plain.link} onClick={again}>
                Reintentar
              </button>
            </p>
          )}
          {text === null || waiting ? null : (
            <p className={classes.line}>
              <span className={classes.aside}>
                Lo escribió el modelo: puede equivocarse.{newer > 0 ? ` ${newerText(newer)}` : ''}
              </span>
              {newer > 0 && problem === null ? (
                <button type="button" className={plain.small} onClick={again}>
                  Actualizar
                </button>
              ) : null}
              {onNote ? (
                <button
                  type="button"
                  className={plain.small}
                  onClick={() => {
                    onNote(text);
                    onClose();
                  }}
                >
                  Pasar a una nota
                </button>
              ) : null}
            </p>
          )}
        </div>
        <CloseHelp label="Cerrar el resumen" onClose={onClose} />
      </section>
    </div>
  );
}

const newerText = (newer: number): string =>
  newer === 1 ? 'Hay un mensaje más desde entonces.' : `Hay ${newer} mensajes más desde entonces.`;
