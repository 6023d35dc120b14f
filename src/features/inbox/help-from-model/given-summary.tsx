/** In the dialog that gives a conversation away: the summary as a note for who gets it, which its giver reads first. */
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { LIMITS } from '../../../../contract/limits.ts';
import plain from '../../../ui/plain-button.module.css';
import classes from './help-from-model.module.css';
import { useKeptSummary } from './use-kept-summary.ts';

interface GivenSummaryProps {
  conversationId: string;
  /** What goes along; null: nothing. */
  note: string | null;
  onNote: (note: string | null) => void;
}

export default function GivenSummary({ conversationId, note, onNote }: GivenSummaryProps) {
  const [wanted, setWanted] = useState(false);
  if (!wanted)
    return (
      <p className={classes.line}>
        <button type="button" className={plain.small} onClick={() => setWanted(true)}>
          Agregar un resumen del modelo
        </button>
      </p>
    );
  return (
    <Asked
      conversationId={conversationId}
      note={note}
      onNote={onNote}
      onClose={() => {
        onNote(null);
        setWanted(false);
      }}
    />
  );
}

function Asked({ conversationId, note, onNote, onClose }: GivenSummaryProps & { onClose: () => void }) {
  const { text, problem, waiting, again } = useKeptSummary(conversationId, true);
  const [begun, setBegun] = useState(false);
  if (text !== null && !waiting && !begun) {
    setBegun(true);
    onNote(text);
  }
  return (
    <>
      <div role="status">
        {waiting ? <p className={classes.line}>Resumiendo la conversación…</p> : null}
        {problem === null ? null : (
          <p className={classes.line}>
            <span className={classes.aside}>{problem}</span>
            <button type="button" className={plain.link} onClick={again}>
              Reintentar
            </button>
          </p>
        )}
      </div>
      {begun ? (
        <Textarea
          label="Nota interna con el resumen"
          description="Lo escribió el modelo: revísalo. Queda en la conversación al confirmar; el cliente no la ve."
          value={note ?? ''}
          maxLength={LIMITS.messageText}
          rows={5}
          onChange={(event) => onNote(event.currentTarget.value)}
        />
      ) : null}
      <p className={classes.line}>
        <button type="button" className={plain.link} onClick={onClose}>
          Sin resumen
        </button>
      </p>
    </>
  );
}
