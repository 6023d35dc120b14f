/** What was said in one turn and what the bot answered, with its options to press. */
import { Button } from '@mantine/core';
import { createElement, Fragment, type ReactNode } from 'react';
import { RichText } from '../../ui/rich-text.tsx';
import classes from './preview.module.css';
import type { Answer, Turn } from './talk-state.ts';

interface TurnViewProps {
  turn: Turn;
  /** Its reasons are shown. */
  chosen: boolean;
  /** The draft's revision at the answer before. */
  before: number | undefined;
  busy: boolean;
  onChoose: () => void;
  onPress: (button: { id: string; label: string }) => void;
  onAgain: () => void;
  children?: ReactNode;
}

/** A turn's messages have no name but their place and never move: children of their own, not a list with keys. */
const inOrder = (messages: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...messages);

const READING = { dialect: 'markdown', labels: true } as const;

export function TurnView({
  turn,
  chosen,
  before,
  busy,
  onChoose,
  onPress,
  onAgain,
  children,
}: TurnViewProps) {
  const { said, answer, error } = turn;
  return (
    <div className={classes.turn} data-chosen={chosen || undefined}>
      {said ? (
        <p className={classes.said}>
          <span className="visually-hidden">Cliente: </span>
          {said.text}
        </p>
      ) : null}
      {answer && before !== undefined && before !== answer.revision ? (
        <p className={classes.note}>El borrador cambió: desde aquí responde con lo nuevo.</p>
      ) : null}
      {answer
        ? inOrder(answer.messages.map((message) => createElement(Bubble, { message, busy, onPress })))
        : null}
      {answer?.handoff ? (
        <p className={classes.note}>
          Aquí la conversación pasa a una persona
          {answer.handoff.area ? ` del área ${answer.handoff.area}` : ''}.
        </p>
      ) : null}
      {answer && !chosen ? (
        <button type="button" className={classes.why} onClick={onChoose}>
          ¿Por qué?
        </button>
      ) : null}
      {error ? (
        <p role="alert" className={classes.failed}>
          {error}{' '}
          <Button variant="default" size="xs" onClick={onAgain}>
            Reintentar
          </Button>
        </p>
      ) : null}
      {answer || error ? null : (
        <p className={classes.typing} role="status">
          El bot está escribiendo…
        </p>
      )}
      {children}
    </div>
  );
}

interface BubbleProps extends Pick<TurnViewProps, 'busy' | 'onPress'> {
  message: Answer['messages'][number];
}

function Bubble({ message, busy, onPress }: BubbleProps) {
  return (
    <div className={classes.bubble}>
      <span className="visually-hidden">Bot: </span>
      <RichText text={message.text} reading={READING} />
      {message.buttons.length > 0 ? (
        <ul className={classes.buttons}>
          {message.buttons.map((button) => (
            <li key={button.id}>
              <Button variant="default" size="xs" disabled={busy} onClick={() => onPress(button)}>
                {button.label}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
