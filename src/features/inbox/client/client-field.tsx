/** One field of the client, edited in place: Enter saves, Esc leaves it as it was. */

import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { mainCalls } from '../../../../contract/calls/main.ts';
import type { Lead } from '../../../../contract/entities/lead.ts';
import { ApiError, fieldErrors, sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import button from '../../../ui/plain-button.module.css';
import { useCatalogue } from '../list/list-queries.ts';
import classes from './client-panel.module.css';
import {
  choicesOf,
  cleaned,
  fieldChange,
  fieldProblem,
  fieldText,
  type LeadField,
  tidied,
} from './lead-fields.ts';
import { leadChanged } from './lead-query.ts';
import { keepField, unsavedField } from './unsaved-fields.ts';

interface ClientFieldProps {
  field: LeadField;
  lead: Lead;
  editable: boolean;
}

export function ClientField({ field, lead, editable }: ClientFieldProps) {
  const [editing, setEditing] = useState(() => editable && unsavedField(lead._id, field.name) !== undefined);
  /** Whether this visit opened it: text that waited here from before does not take the cursor. */
  const [asked, setAsked] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const value = fieldText(lead, field);
  const wasEditing = useRef(editing);
  useEffect(() => {
    // The focus goes back to where the editing began, unless the person has moved on by themselves.
    if (wasEditing.current && !editing && document.activeElement === document.body) opener.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  return (
    <div className={classes.field}>
      <dt>{field.label}</dt>
      <dd>
        {editing ? (
          <Editor field={field} lead={lead} focus={asked} onDone={() => setEditing(false)} />
        ) : (
          <>
            <span className={classes.value} data-empty={value === '' || undefined}>
              {value === '' ? 'Sin dato' : value}
            </span>
            {editable ? (
              <button
                ref={opener}
                type="button"
                className={classes.edit}
                aria-label={`Editar ${field.label}`}
                onClick={() => {
                  setAsked(true);
                  setEditing(true);
                }}
              >
                <IconPencil size={15} aria-hidden="true" />
              </button>
            ) : null}
          </>
        )}
      </dd>
    </div>
  );
}

interface EditorProps {
  field: LeadField;
  lead: Lead;
  focus: boolean;
  onDone: () => void;
}

function Editor({ field, lead, focus, onDone }: EditorProps) {
  const now = fieldText(lead, field);
  const [{ text, from }, setTyped] = useState(
    () => unsavedField(lead._id, field.name) ?? { text: now, from: now },
  );
  const [problem, setProblem] = useState<string | null>(null);
  const errorId = useId();
  const hintId = useId();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The person asked to edit this very field.
    if (focus) frame.current?.querySelector<HTMLElement>('input, textarea, select')?.focus();
  }, [focus]);
  const queries = useQueryClient();
  const type = (next: string) => {
    setTyped({ text: next, from });
    keepField(lead._id, field.name, { text: next, from });
  };
  const done = () => {
    keepField(lead._id, field.name, null);
    onDone();
  };
  const save = useMutation({
    mutationFn: () =>
      call(mainCalls.updateLead, {
        params: { id: lead._id },
        body: fieldChange(lead, field, text),
      }),
    onSuccess: (fresh) => {
      leadChanged(queries, fresh);
      done();
    },
    onError: (error) => {
      setProblem(fieldErrors(error)[field.name] ?? sentence(error));
      // Somebody was faster: what it says now stands below what was typed, and saving again decides.
      if (error instanceof ApiError && error.status === 409)
        void queries.invalidateQueries({ queryKey: ['lead', lead._id, 'record'] });
    },
  });
  const submit = () => {
    if (save.isPending) return;
    const wrong = fieldProblem(field, text);
    setProblem(wrong);
    if (wrong !== null) return;
    if (cleaned(text) === cleaned(now)) done();
    else save.mutate();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      done();
    } else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      submit();
    }
  };
  const choices = choicesOf(field);
  const listId = useId();
  const cities = useCatalogue(lead.bot_id, field.name === 'city').data?.ciudad;
  const shared = {
    value: text,
    onKeyDown,
    readOnly: save.isPending,
    'aria-label': field.label,
    'aria-invalid': problem !== null,
    'aria-describedby': problem !== null ? errorId : field.hint ? hintId : undefined,
  };
  return (
    <div ref={frame} className={classes.editor}>
      {choices ? (
        <select
          value={text}
          disabled={save.isPending}
          onKeyDown={onKeyDown}
          aria-label={field.label}
          aria-invalid={problem !== null}
          aria-describedby={problem !== null ? errorId : undefined}
          onChange={(event) => type(event.currentTarget.value)}
        >
          <option value="">Sin dato</option>
          {/* A choice that the list no longer has stays until another is taken. */}
          {(text === '' || choices.includes(text) ? choices : [text, ...choices]).map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : field.type === 'long' ? (
        <textarea {...shared} rows={4} onChange={(event) => type(event.currentTarget.value)} />
      ) : (
        <input
          {...shared}
          type={field.type}
          {...(field.name === 'city' && cities?.length ? { list: listId } : {})}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={() => {
            if (tidied(field, text) !== text) type(tidied(field, text));
          }}
        />
      )}
      {field.name === 'city' && cities?.length ? (
        <datalist id={listId}>
          {cities.map(({ name, formatted }) => (
            <option key={name} value={formatted} />
          ))}
        </datalist>
      ) : null}
      {problem !== null ? (
        <p id={errorId} role="alert">
          {problem}
        </p>
      ) : field.hint ? (
        <small id={hintId}>Ejemplo: {field.hint}</small>
      ) : null}
      {now !== from ? (
        <small role="status">Mientras lo editabas, otra persona lo cambió a «{now || 'Sin dato'}».</small>
      ) : null}
      <div>
        <button
          type="button"
          className={`${button.small} ${button.primary}`}
          onClick={submit}
          disabled={save.isPending}
        >
          {save.isPending ? 'Guardando…' : 'Guardar'}
        </button>
        <button type="button" className={button.small} onClick={done}>
          Cancelar
        </button>
      </div>
    </div>
  );
}
