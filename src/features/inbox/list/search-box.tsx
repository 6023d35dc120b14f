/** Search in the conversations: what is typed stands in the address once the typing pauses. */
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useEffect, useRef, useState } from 'react';
import { LIMITS } from '../../../../contract/limits.ts';
import type { InboxFilters } from './inbox-search.ts';
import classes from './list-pane.module.css';
import type { Selection } from './use-selection.ts';

/** Milliseconds without a key. */
const PAUSE = 250;

/** Where the search began: its end leads back there, whatever was mounted again meanwhile. */
let cameFrom: InboxFilters['state'];

export function SearchBox({ selection }: { selection: Selection }) {
  const { filters, filter } = selection;
  const { q, state } = filters;
  const [text, setText] = useState(q ?? '');
  const [known, setKnown] = useState(q);
  const input = useRef<HTMLInputElement>(null);
  if (q !== known) {
    // By the browser's back, or a saved view.
    setKnown(q);
    if ((q ?? '') !== text.trim()) setText(q ?? '');
  }
  useEffect(() => {
    const wanted = text.trim() === '' ? undefined : text.trim();
    if (wanted === q) return;
    const timer = setTimeout(() => {
      if (q === undefined) cameFrom = state;
      if (wanted === undefined) filter({ q: undefined, archived: undefined, state: cameFrom });
      else if (q === undefined) filter({ q: wanted, state: undefined, snoozed: undefined });
      // One step back leads out of the search, not through its letters.
      else filter({ q: wanted }, true);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text, q, state, filter]);
  return (
    <search className={classes.search}>
      <IconSearch size={16} aria-hidden="true" />
      <input
        ref={input}
        type="text"
        inputMode="search"
        value={text}
        maxLength={LIMITS.searchText}
        placeholder="Buscar cliente, correo, teléfono o texto"
        aria-label="Buscar conversaciones"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          if (text === '') event.currentTarget.blur();
          else setText('');
        }}
      />
      {text !== '' ? (
        <button
          type="button"
          aria-label="Borrar la búsqueda"
          onClick={() => {
            setText('');
            input.current?.focus();
          }}
        >
          <IconX size={16} aria-hidden="true" />
        </button>
      ) : null}
    </search>
  );
}
