/**
 * What stands beside the messages of the talk: who says them, notes, a failure with its retry, and '¿Por qué?'. It is
 * put into the slots of the widget, in its frame, where the dashboard's style sheets do not reach: it takes the chat's
 * own colours.
 */
import type { CSSProperties } from 'react';
import { authors, firstMid, lastMid } from './shown-talk.ts';
import type { Turn } from './talk-state.ts';

const SMALL: CSSProperties = { margin: '2px 4px', fontSize: 12.5, color: 'var(--quiet)' };
const NOTE: CSSProperties = { ...SMALL, alignSelf: 'center', textAlign: 'center' };
const PRESS: CSSProperties = {
  minHeight: 24,
  marginTop: 4,
  padding: '2px 8px',
  border: '1px solid transparent',
  borderRadius: 12,
  background: 'none',
  color: 'var(--text)',
  cursor: 'pointer',
  font: 'inherit',
  fontSize: 12.5,
  fontWeight: 600,
  textDecoration: 'underline',
};
const CHOSEN: CSSProperties = { ...PRESS, border: '1px solid var(--text)', textDecoration: 'none' };
/** For readers alone; in the flow, so that it scrolls with its message. */
const UNSEEN: CSSProperties = {
  width: 1,
  height: 1,
  marginBottom: -1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
};

interface BesideProps {
  turns: readonly Turn[];
  /** Its reasons are shown. */
  chosen: number | undefined;
  onChoose: (id: number) => void;
  onAgain: (id: number) => void;
}

export function Beside({ turns, chosen, onChoose, onAgain }: BesideProps) {
  return (
    <>
      {authors(turns).map(({ mid, own }) => (
        <span key={mid} slot={`by-${mid}`} style={{ ...UNSEEN, display: 'block' }}>
          {own ? 'Cliente: ' : 'Bot: '}
        </span>
      ))}
      {turns.map((turn) => (
        <OfTurn
          key={turn.id}
          turn={turn}
          // The draft's revision at the answer before.
          before={turns.findLast(({ id, answer }) => id < turn.id && answer)?.answer?.revision}
          chosen={turn.id === chosen}
          onChoose={() => onChoose(turn.id)}
          onAgain={() => onAgain(turn.id)}
        />
      ))}
    </>
  );
}

interface OfTurnProps {
  turn: Turn;
  before: number | undefined;
  chosen: boolean;
  onChoose: () => void;
  onAgain: () => void;
}

function OfTurn({ turn, before, chosen, onChoose, onAgain }: OfTurnProps) {
  const { answer, error } = turn;
  return (
    <>
      {answer && before !== undefined && before !== answer.revision ? (
        <p slot={firstMid(turn)} style={NOTE}>
          El borrador cambió: desde aquí responde con lo nuevo.
        </p>
      ) : null}
      {answer?.handoff ? (
        <p slot={lastMid(turn)} style={NOTE}>
          Aquí la conversación pasa a una persona
          {answer.handoff.area ? ` del área ${answer.handoff.area}` : ''}.
        </p>
      ) : null}
      {answer?.tickets?.map(({ subject, area }) => (
        <p key={subject} slot={lastMid(turn)} style={NOTE}>
          Aquí se abre el ticket «{subject}»{area ? `, del área ${area}` : ''}. En la prueba no se crea
          ninguno.
        </p>
      ))}
      {answer ? (
        <button
          type="button"
          slot={lastMid(turn)}
          style={chosen ? CHOSEN : PRESS}
          aria-pressed={chosen}
          onClick={onChoose}
        >
          ¿Por qué?
        </button>
      ) : null}
      {error ? (
        <p role="alert" slot={lastMid(turn)} style={{ ...SMALL, color: 'var(--bad)' }}>
          {error}{' '}
          <button type="button" style={{ ...PRESS, color: 'inherit' }} onClick={onAgain}>
            Reintentar
          </button>
        </p>
      ) : null}
    </>
  );
}
