/** Over the log: a summary of the conversation, or tags for one that ends. Nothing of it is kept unless the agent says so. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { inboxHelpCalls } from '../../../../contract/calls/inbox-help.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import plain from '../../../ui/plain-button.module.css';
import { useCardActions } from '../actions/use-actions.ts';
import { CloseHelp } from './close-help.tsx';
import classes from './help-from-model.module.css';
import { useEscape } from './use-escape.ts';

/** `closing`: nobody asked yet, the conversation is being closed. */
export type TalkHelpAbout = 'summary' | 'tags' | 'closing';

interface TalkHelpProps {
  card: Conversation;
  about: TalkHelpAbout;
  /** Begins a note with these words; null: one may leave none here. */
  onNote: ((words: string) => void) | null;
  onTags: () => void;
  onClose: () => void;
}

const LABELS: Record<TalkHelpAbout, string> = {
  summary: 'Resumen del modelo',
  tags: 'Etiquetas propuestas',
  closing: 'Etiquetas al cerrar',
};

export default function TalkHelp({ card, about, onNote, onTags, onClose }: TalkHelpProps) {
  return (
    <section className={classes.strip} aria-label={LABELS[about]}>
      <div className={classes.body}>
        {about === 'summary' ? (
          <Summary card={card} onNote={onNote} onClose={onClose} />
        ) : about === 'tags' ? (
          <Tags card={card} onClose={onClose} />
        ) : (
          <p className={classes.line}>
            ¿Le ponemos etiquetas antes de dejarla?
            <button type="button" className={plain.small} onClick={onTags}>
              Proponer etiquetas
            </button>
          </p>
        )}
      </div>
      <CloseHelp label="Cerrar la ayuda" onClose={onClose} />
    </section>
  );
}

interface WaitedProps {
  /** What is being done. */
  waiting: string | null;
  problem: string | null;
  onAgain: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** What is asked for while it is there, and why it does not come. Closing it takes the question back. */
function Waited({ waiting, problem, onAgain, onClose, children }: WaitedProps) {
  useEscape(waiting !== null, onClose);
  if (waiting !== null)
    return (
      <p role="status" className={classes.line}>
        {waiting}
        <button type="button" className={plain.link} onClick={onClose}>
          Cancelar (Esc)
        </button>
      </p>
    );
  if (problem !== null)
    return (
      <p role="alert" className={classes.problem}>
        {problem}{' '}
        <button type="button" className={plain.link} onClick={onAgain}>
          Reintentar
        </button>
      </p>
    );
  return children;
}

/** Asked once, when it is opened, and not again by itself: each question costs. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false } as const;

function Summary({ card, onNote, onClose }: Pick<TalkHelpProps, 'card' | 'onNote' | 'onClose'>) {
  const asked = useQuery({
    queryKey: ['model-help', 'summary', card.id],
    queryFn: ({ signal }) => call(inboxHelpCalls.summarizeConversation, { params: { id: card.id }, signal }),
    ...ONCE,
  });
  const words = asked.data?.text ?? null;
  return (
    <Waited
      waiting={asked.isFetching ? 'Resumiendo la conversación…' : null}
      problem={asked.error ? sentence(asked.error) : (asked.data?.reason ?? null)}
      onAgain={() => void asked.refetch()}
      onClose={onClose}
    >
      <div role="status">
        <p className={classes.words}>{words}</p>
      </div>
      <p className={classes.line}>
        <span className={classes.aside}>Lo escribió el modelo: puede equivocarse. No se guarda.</span>
        {onNote && words !== null ? (
          <button
            type="button"
            className={plain.small}
            onClick={() => {
              onNote(words);
              onClose();
            }}
          >
            Pasar a una nota
          </button>
        ) : null}
      </p>
    </Waited>
  );
}

function Tags({ card, onClose }: Pick<TalkHelpProps, 'card' | 'onClose'>) {
  const { set } = useCardActions();
  const [adding, setAdding] = useState(false);
  const asked = useQuery({
    queryKey: ['model-help', 'tags', card.id],
    queryFn: ({ signal }) => call(inboxHelpCalls.proposeTags, { params: { id: card.id }, signal }),
    ...ONCE,
  });
  const left = (asked.data?.tags ?? []).filter((tag) => !card.tags.includes(tag));
  const add = async (tag: string) => {
    setAdding(true);
    await set(card, { tags: [...card.tags, tag] });
    setAdding(false);
  };
  return (
    <Waited
      waiting={asked.isFetching ? 'Buscando etiquetas que calcen…' : null}
      problem={asked.error ? sentence(asked.error) : (asked.data?.reason ?? null)}
      onAgain={() => void asked.refetch()}
      onClose={onClose}
    >
      <div role="status" className={classes.acts}>
        {left.length > 0 ? (
          <>
            <span>Agregar:</span>
            {left.map((tag) => (
              <button
                key={tag}
                type="button"
                className={plain.small}
                aria-label={`Agregar la etiqueta ${tag}`}
                disabled={adding}
                onClick={() => void add(tag)}
              >
                + <bdi>{tag}</bdi>
              </button>
            ))}
          </>
        ) : (
          <span>
            {(asked.data?.tags ?? []).length > 0
              ? 'No quedan etiquetas propuestas.'
              : 'Ninguna de tus etiquetas calza con esta conversación.'}
          </span>
        )}
      </div>
    </Waited>
  );
}
