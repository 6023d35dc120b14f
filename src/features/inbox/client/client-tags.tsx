/** The client's tags: added by Enter, removed by their cross. */
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { mainCalls } from '../../../../contract/calls/main.ts';
import type { Lead } from '../../../../contract/entities/lead.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import classes from './client-tags.module.css';
import { leadChanged } from './lead-query.ts';

export function ClientTags({ lead, editable }: { lead: Lead; editable: boolean }) {
  const queries = useQueryClient();
  const title = useId();
  const [text, setText] = useState('');
  const save = useMutation({
    mutationFn: (tags: string[]) =>
      call(mainCalls.updateLead, {
        params: { id: lead._id },
        body: { lead: { tags }, was: { tags: lead.tags } },
      }),
    onSuccess: (fresh, tags) => {
      leadChanged(queries, fresh);
      if (tags.includes(text.trim())) setText('');
    },
    // What somebody else did to them is shown; the next try builds on it.
    onError: () => void queries.invalidateQueries({ queryKey: ['lead', lead._id, 'record'] }),
  });
  // What is being saved shows at once; a refusal puts back what was.
  const tags = save.isPending ? save.variables : lead.tags;
  const add = () => {
    const tag = text.trim();
    if (tag === '' || save.isPending) return;
    if (tags.includes(tag)) setText('');
    else save.mutate([...tags, tag]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  return (
    <section className={classes.tags} aria-labelledby={title}>
      <h3 id={title}>Etiquetas del cliente</h3>
      {tags.length > 0 ? (
        <ul>
          {tags.map((tag) => (
            <li key={tag}>
              <span>{tag}</span>
              {editable ? (
                <button
                  type="button"
                  aria-label={`Quitar la etiqueta ${tag}`}
                  disabled={save.isPending}
                  onClick={() => save.mutate(tags.filter((one) => one !== tag))}
                >
                  <IconX size={13} aria-hidden="true" />
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <p className={classes.none}>Sin etiquetas</p>
      )}
      {editable && tags.length < LIMITS.tags ? (
        <input
          value={text}
          maxLength={LIMITS.tagText}
          placeholder="Agregar etiqueta"
          aria-label="Agregar etiqueta al cliente"
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={add}
        />
      ) : null}
      {save.error ? <p role="alert">{sentence(save.error)}</p> : null}
    </section>
  );
}
