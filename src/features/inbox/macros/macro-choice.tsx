/**
 * Which macro: by name or by what it does. A combobox as the palette: the focus stays in the field, arrows choose, Enter
 * applies.
 */
import { Loader, Modal } from '@mantine/core';
import '../../../ui/dialog-styles.ts';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Macro } from '../../../../contract/entities/macro.ts';
import { sentence } from '../../../api/api-error.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { LoadError, LoadRows } from '../../../ui/load-state.tsx';
import { useMacros } from '../../macros/macro-queries.ts';
import { fittingMacros, macroLines } from '../../macros/macro-text.ts';
import classes from './macro-picker.module.css';

interface MacroChoiceProps {
  botId: number;
  title: string;
  /** One is being applied. */
  busy: boolean;
  failure: { name: string; text: string } | null;
  /** What is to be known of it here before it is applied; null: nothing. */
  noteOf?: (macro: Macro) => string | null;
  onChoose: (macro: Macro) => void;
  onClose: () => void;
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

export function MacroChoice({ botId, title, busy, failure, noteOf, onChoose, onClose }: MacroChoiceProps) {
  useFocusBack();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const macros = useMacros(botId);
  const [query, setQuery] = useState('');
  const [marked, setMarked] = useState(0);
  const all = macros.data ?? [];
  const shown = fittingMacros(all, query);
  const active = Math.min(marked, shown.length - 1);
  useEffect(() => {
    list.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const choose = (macro: Macro | undefined) => {
    if (macro && !busy) onChoose(macro);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined && shown.length > 0) {
      event.preventDefault();
      setMarked((active + step + shown.length) % shown.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(shown[active]);
    }
  };
  const optionId = (index: number) => `${id}-option-${index}`;
  return (
    <Modal opened onClose={onClose} title={title} centered>
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
        {busy ? <Loader size="xs" aria-label="Aplicando la macro" /> : null}
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
            disabled={busy}
            className={classes.option}
            // The focus stays in the field.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setMarked(index)}
            onClick={() => choose(macro)}
          >
            <strong>{macro.name}</strong>
            <small>{[...macroLines(macro), noteOf?.(macro) ?? []].flat().join(' · ')}</small>
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
