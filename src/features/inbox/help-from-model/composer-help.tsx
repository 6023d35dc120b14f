/**
 * Over the composer: a draft of the answer, a summary, or what was written in other words; for answers and notes, of
 * conversations and tickets. What the model wrote stands here until the
 * agent puts it into the field, where it is text as any other: it leaves by their own key, and undo brings back what was
 * there.
 */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { inboxHelpCalls } from '../../../../contract/calls/inbox-help.ts';
import { ticketHelpCalls } from '../../../../contract/calls/ticket-help.ts';
import type { HelpedDraft, HelpSource, Rewrite } from '../../../../contract/entities/inbox-help.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import plain from '../../../ui/plain-button.module.css';
import type { WritingField } from '../composer/format/type-into.ts';
import { CloseHelp } from './close-help.tsx';
import classes from './help-from-model.module.css';
import { useEscape } from './use-escape.ts';
import { useQuestion } from './use-question.ts';

export interface HelpPlace {
  kind: 'conversation' | 'ticket';
  id: string;
  /** What is written stays with the team. */
  note: boolean;
}

interface ComposerHelpProps {
  /** A conversation's composer, or a ticket's. */
  place: HelpPlace;
  field: RefObject<WritingField | null>;
  /** What is written there. */
  text: string;
  /** Writes there as if typed, so that the browser's undo knows of it. */
  write: (from: number, to: number, words: string) => void;
  onClose: () => void;
}

type Wish = { kind: 'draft' } | { kind: 'summary' } | { kind: 'rewrite'; how: Rewrite; text: string };

type Choice = { how: Rewrite; label: string };
const SHORTER: Choice = { how: 'shorter', label: 'Acortar' };
const ANSWERS: readonly Choice[] = [
  SHORTER,
  { how: 'friendlier', label: 'Más amable' },
  { how: 'client_language', label: 'Al idioma del cliente' },
];
const NOTES: readonly Choice[] = [
  SHORTER,
  { how: 'clearer', label: 'Más clara' },
  { how: 'spanish', label: 'Al español' },
];
const KINDS: Record<HelpSource['kind'], string> = {
  document: 'Documento',
  product: 'Producto',
  order: 'Pedido',
};

const WAITING: Record<Wish['kind'], string> = {
  draft: 'Escribiendo un borrador…',
  summary: 'Resumiendo…',
  rewrite: 'Reescribiendo…',
};

async function helped({ kind, id }: HelpPlace, wish: Wish, signal: AbortSignal): Promise<HelpedDraft> {
  const params = { id };
  const ticket = kind === 'ticket';
  if (wish.kind === 'draft')
    return call(ticket ? ticketHelpCalls.draftTicketAnswer : inboxHelpCalls.draftAnswer, { params, signal });
  const written =
    wish.kind === 'rewrite'
      ? await call(ticket ? ticketHelpCalls.rewriteTicketWords : inboxHelpCalls.rewriteAnswer, {
          params,
          body: { how: wish.how, text: wish.text },
          signal,
        })
      : ticket
        ? await call(ticketHelpCalls.summarizeTicket, { params, signal })
        : await call(inboxHelpCalls.keptSummary, { params, body: { again: true }, signal });
  return { text: written.text, reason: written.reason, sources: [] };
}

export default function ComposerHelp({ place, field, text, write, onClose }: ComposerHelpProps) {
  const question = useQuestion((wish: Wish, signal) => helped(place, wish, signal));
  const { answer, isPending, about } = question;
  const panel = useRef<HTMLElement>(null);
  /** What the last use put into the field, and what stood there before it. */
  const [used, setUsed] = useState<{ put: string; before: string } | null>(null);
  useEscape(isPending, question.takeBack);
  const nothing = text.trim() === '';
  const ask = (wish: Wish) => {
    setUsed(null);
    question.ask(wish);
  };
  const words = answer?.text ?? null;
  useEffect(() => {
    // Who waits here goes on here; who is writing meanwhile is left alone.
    if (words !== null && panel.current?.contains(document.activeElement))
      panel.current.querySelector<HTMLElement>('[data-use]')?.focus();
  }, [words]);
  const put = (from: number, what: string) => {
    const area = field.current;
    if (!area) return;
    const before = area.value;
    write(from, before.length, what);
    setUsed({ put: before.slice(0, from) + what, before });
  };
  const problem = question.error ? sentence(question.error) : (answer?.reason ?? null);
  const drafted = about?.kind === 'draft';
  const adds = drafted || about?.kind === 'summary';
  // A summary is for the team.
  const usable = place.note || about?.kind !== 'summary';
  return (
    <section
      ref={panel}
      className={classes.panel}
      aria-label="Ayuda del modelo"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className={classes.acts}>
        {place.note ? null : (
          <button type="button" className={plain.small} onClick={() => ask({ kind: 'draft' })}>
            Proponer respuesta
          </button>
        )}
        {place.note || place.kind === 'ticket' ? (
          <button type="button" className={plain.small} onClick={() => ask({ kind: 'summary' })}>
            {place.kind === 'ticket' ? 'Resumir el ticket' : 'Resumir la conversación'}
          </button>
        ) : null}
        {(place.note ? NOTES : ANSWERS).map(({ how, label }) => (
          <button
            key={how}
            type="button"
            className={plain.small}
            disabled={nothing}
            title={nothing ? 'Escribe primero tu texto' : undefined}
            onClick={() => ask({ kind: 'rewrite', how, text })}
          >
            {label}
          </button>
        ))}
        <CloseHelp label="Cerrar la ayuda" onClose={onClose} />
      </div>
      <div role="status">
        {isPending ? (
          <p className={classes.line}>
            {about ? WAITING[about.kind] : ''}
            <button type="button" className={plain.link} onClick={question.takeBack}>
              Cancelar (Esc)
            </button>
          </p>
        ) : null}
        {words !== null && !used ? <p className={classes.words}>{words}</p> : null}
        {used ? (
          <p className={classes.line}>
            Está en el cuadro. Revísalo antes de {place.note ? 'guardarlo' : 'enviarlo'}.
            {text === used.put ? (
              <button
                type="button"
                className={plain.link}
                onClick={() => {
                  const area = field.current;
                  if (area) write(0, area.value.length, used.before);
                  setUsed(null);
                }}
              >
                Deshacer
              </button>
            ) : null}
          </p>
        ) : null}
      </div>
      {problem && !isPending ? (
        <p role="alert" className={classes.problem}>
          {problem}
          {nothing ? null : ' Lo que escribiste sigue igual.'}{' '}
          {about ? (
            <button type="button" className={plain.link} onClick={() => ask(about)}>
              Reintentar
            </button>
          ) : null}
        </p>
      ) : null}
      {words !== null && !used && !isPending ? (
        <>
          <div className={classes.acts}>
            {usable ? (
              <button
                type="button"
                data-use
                className={`${plain.small} ${plain.primary}`}
                onClick={() => put(0, words)}
              >
                {nothing ? 'Usar' : 'Reemplazar lo escrito'}
              </button>
            ) : null}
            {usable && adds && !nothing ? (
              <button
                type="button"
                className={plain.small}
                onClick={() => put(text.length, text.endsWith('\n') ? words : `\n${words}`)}
              >
                Agregar al final
              </button>
            ) : null}
            <button type="button" className={plain.small} onClick={question.takeBack}>
              Descartar
            </button>
          </div>
          {drafted ? <Sources sources={answer?.sources ?? []} /> : null}
        </>
      ) : null}
    </section>
  );
}

function Sources({ sources }: { sources: readonly HelpSource[] }) {
  if (sources.length === 0)
    return <p className={classes.unfounded}>Sin fuentes: se basa solo en la conversación. Revísalo bien.</p>;
  return (
    <details className={classes.sources} open={sources.length <= 2}>
      <summary>{sources.length === 1 ? 'Una fuente' : `${sources.length} fuentes`}</summary>
      <ul>
        {sources.map(({ kind, title, text }) => (
          <li key={`${kind} ${title} ${text}`}>
            <strong>
              {KINDS[kind]}: <bdi>{title}</bdi>
            </strong>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
