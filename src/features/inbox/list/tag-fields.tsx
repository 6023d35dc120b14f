/** Tags to filter by: the ones most in use, and any other by its name. */
import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { LIMITS } from '../../../../contract/limits.ts';
import { usePlace } from '../../../bot/place-context.ts';
import classes from './filter-panel.module.css';
import { useTags } from './list-queries.ts';
import type { Selection } from './use-selection.ts';

/** Offered as buttons; the others by typing. */
const OFFERED = 12;

export function TagFields({ selection }: { selection: Selection }) {
  const { botId, filters, filter } = selection;
  const { user } = usePlace();
  const { data: known = [] } = useTags(botId, user.id);
  const [typed, setTyped] = useState('');
  const listId = useId();
  const chosen = filters.tags ?? [];
  const set = (tags: string[]) => filter({ tags: tags.length > 0 ? tags : undefined });
  const toggle = (tag: string) =>
    set(chosen.includes(tag) ? chosen.filter((one) => one !== tag) : [...chosen, tag]);
  const offered = [...new Set([...chosen, ...known.slice(0, OFFERED).map(({ tag }) => tag)])];
  const add = () => {
    const tag = typed.trim();
    if (tag !== '' && !chosen.includes(tag)) set([...chosen, tag]);
    setTyped('');
  };
  return (
    <fieldset className={classes.tags}>
      <legend>Etiquetas (con al menos una)</legend>
      {offered.map((tag) => (
        <button
          key={tag}
          type="button"
          className={classes.tag}
          aria-pressed={chosen.includes(tag)}
          onClick={() => toggle(tag)}
        >
          {tag}
        </button>
      ))}
      <TextInput
        aria-label="Otra etiqueta"
        placeholder="Otra etiqueta"
        size="xs"
        className={classes.other}
        list={listId}
        maxLength={LIMITS.tagText}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <datalist id={listId}>
        {known.slice(OFFERED).map(({ tag }) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </fieldset>
  );
}
