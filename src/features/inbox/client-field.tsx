/** One field of the customer, edited in place: Enter saves, Esc leaves it as it was. */

import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { mainCalls } from '../../../contract/calls/main.ts';
import type { Lead } from '../../../contract/entities/lead.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import classes from './client-panel.module.css';
import { cleaned, fieldProblem, fieldText, type LeadField } from './lead-fields.ts';

interface ClientFieldProps {
  field: LeadField;
  lead: Lead;
  editable: boolean;
}

export function ClientField({ field, lead, editable }: ClientFieldProps) {
  const [editing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const value = fieldText(lead, field);
  const leave = () => {
    setEditing(false);
    // The focus goes back to where the editing began.
    requestAnimationFrame(() => opener.current?.focus());
  };
  return (
    <div className={classes.field}>
      <dt>{field.label}</dt>
      <dd>
        {editing ? (
          <Editor field={field} lead={lead} onDone={leave} />
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
                onClick={() => setEditing(true)}
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

function Editor({ field, lead, onDone }: { field: LeadField; lead: Lead; onDone: () => void }) {
  const [text, setText] = useState(fieldText(lead, field));
  const [problem, setProblem] = useState<string | null>(null);
  const errorId = useId();
  const frame = useRef<HTMLDivElement>(null);
  // The person asked to edit this very field.
  useEffect(() => frame.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      call(mainCalls.updateLead, {
        params: { id: lead._id },
        body: { lead: { [field.name]: cleaned(text) } },
      }),
    onSuccess: (fresh) => {
      queries.setQueriesData<Lead>({ queryKey: ['lead', lead._id] }, fresh);
      onDone();
    },
    onError: (error) => setProblem(fieldErrors(error)[field.name] ?? sentence(error)),
  });
  const submit = () => {
    const wrong = fieldProblem(field, text);
    setProblem(wrong);
    if (wrong !== null) return;
    if (cleaned(text) === cleaned(fieldText(lead, field))) onDone();
    else save.mutate();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      onDone();
    } else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      submit();
    }
  };
  const shared = {
    value: text,
    onKeyDown,
    'aria-label': field.label,
    'aria-invalid': problem !== null,
    'aria-describedby': problem !== null ? errorId : undefined,
  };
  return (
    <div ref={frame} className={classes.editor}>
      {field.type === 'long' ? (
        <textarea {...shared} rows={4} onChange={(event) => setText(event.currentTarget.value)} />
      ) : (
        <input {...shared} type={field.type} onChange={(event) => setText(event.currentTarget.value)} />
      )}
      {problem !== null ? (
        <p id={errorId} role="alert">
          {problem}
        </p>
      ) : null}
      <div>
        <button type="button" onClick={submit} disabled={save.isPending}>
          {save.isPending ? 'Guardando…' : 'Guardar'}
        </button>
        <button type="button" onClick={onDone}>
          Cancelar
        </button>
      </div>
    </div>
  );
}
