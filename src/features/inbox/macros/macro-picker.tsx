/**
 * 'Aplicar macro': which one, by name or by what it does. A combobox as the palette: the focus stays in the field,
 * arrows choose, Enter applies.
 */
import { Loader, Modal } from '@mantine/core';
import '../../../ui/dialog-styles.ts';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { macroCalls } from '../../../../contract/calls/macros.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import type { Macro } from '../../../../contract/entities/macro.ts';
import { MACRO_LIMITS } from '../../../../contract/macro-limits.ts';
import { leadNameOf } from '../../../../contract/rules/lead-name.ts';
import { ApiError, sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useMessages } from '../../../hub/hooks.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { LoadError, LoadRows } from '../../../ui/load-state.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { useMacros } from '../../macros/macro-queries.ts';
import { fittingMacros, macroLines } from '../../macros/macro-text.ts';
import { noteGiven } from '../actions/given.ts';
import classes from './macro-picker.module.css';
import { keepRan } from './ran.ts';

interface MacroPickerProps {
  card: Conversation;
  onClose: () => void;
  /** It was applied. @param ended the conversation is closed by it */
  onDone: (ended: boolean) => void;
}

/** Runs whose answer was lost, by conversation and macro: asked for again each is the same one. */
const unanswered = new Map<string, string>();
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Over a colleague's words there is something to read first. */
function whyNot(error: unknown): string {
  if (!(error instanceof ApiError) || error.code !== 'stale_view') return failureText(error);
  const who = error.details['agent_name'];
  const whose = typeof who === 'string' ? who : 'Otra persona';
  return `${whose} respondió mientras tanto: cierra este cuadro, revisa la conversación y vuelve a aplicarla.`;
}

export default function MacroPicker({ card, onClose, onDone }: MacroPickerProps) {
  useFocusBack();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const macros = useMacros(card.bot_id);
  const view = useMessages(card.bot_id, card.id);
  // What was on the screen before this covered it: what a colleague says meanwhile was not seen.
  const [seen, setSeen] = useState<number | null>(null);
  if (seen === null && view) setSeen(view.messages.at(-1)?.order ?? 0);
  const [query, setQuery] = useState('');
  const [marked, setMarked] = useState(0);
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ name: string; text: string } | null>(null);
  const all = macros.data ?? [];
  const shown = fittingMacros(all, query);
  const active = Math.min(marked, shown.length - 1);
  useEffect(() => {
    list.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const run = async (macro: Macro | undefined) => {
    if (!macro || busy !== null || seen === null) return;
    const key = `${card.id}:${macro.id}:${macro.revision}`;
    const temporal_id = unanswered.get(key) ?? crypto.randomUUID();
    unanswered.set(key, temporal_id);
    setBusy(macro.id);
    setFailure(null);
    const { assign, end } = macro.steps;
    // It leaves the screen by one's own act: nobody has to say so.
    if (assign !== null && assign !== 'me') noteGiven(card.id);
    try {
      const body = { macro_id: macro.id, revision: macro.revision, temporal_id, last_seen: seen };
      const ran = await call(macroCalls.runMacro, { params: { id: card.id }, body });
      unanswered.delete(key);
      if (ran.undoable && !ran.undone) keepRan({ run: ran, until: Date.now() + MACRO_LIMITS.undo });
      else toastSuccess(`Se aplicó «${macro.name}»`);
      onClose();
      onDone(end === 'close');
    } catch (error) {
      // Without an answer nobody knows whether it happened; a refusal did nothing.
      if (error instanceof ApiError && !error.passing) unanswered.delete(key);
      setFailure({ name: macro.name, text: whyNot(error) });
      setBusy(null);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined && shown.length > 0) {
      event.preventDefault();
      setMarked((active + step + shown.length) % shown.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void run(shown[active]);
    }
  };
  const optionId = (index: number) => `${id}-option-${index}`;
  return (
    <Modal opened onClose={onClose} title={`Aplicar macro: ${leadNameOf(card)}`} centered>
      <div className={classes.field}>
        <input
          role="combobox"
          aria-label="Buscar macro"
          aria-expanded={shown.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={shown.length > 0 ? optionId(active) : undefined}
          placeholder="Nombre o lo que hace"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setMarked(0);
          }}
          onKeyDown={onKeyDown}
        />
        {busy === null ? null : <Loader size="xs" aria-label="Aplicando la macro" />}
      </div>
      {failure === null ? null : (
        <p className={classes.failure} role="alert">
          No se aplicó «{failure.name}». {failure.text}
        </p>
      )}
      {macros.isPending ? <LoadRows label="Cargando macros…" rows={3} height={48} /> : null}
      {macros.error && !macros.data ? (
        <LoadError message={sentence(macros.error)} onRetry={() => void macros.refetch()} />
      ) : null}
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Macros" className={classes.list}>
        {shown.map((macro, index) => (
          <button
            key={macro.id}
            type="button"
            tabIndex={-1}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            data-index={index}
            disabled={busy !== null}
            className={classes.option}
            // The focus stays in the field.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setMarked(index)}
            onClick={() => void run(macro)}
          >
            <strong>{macro.name}</strong>
            <small>{macroLines(macro).join(' · ')}</small>
          </button>
        ))}
      </div>
      <p role="status" className={classes.status}>
        {macros.data && all.length === 0
          ? 'Aún no hay macros en este chatbot.'
          : macros.data && shown.length === 0
            ? 'Ninguna macro coincide.'
            : null}
      </p>
      <p className={classes.foot}>
        Si responde, el mensaje sale al momento y no se puede retirar.{' '}
        <Link to="/respuestas-rapidas">Administrar macros</Link>
      </p>
    </Modal>
  );
}
