/** The list's pane: what it is called, search, filters, the rows, and what can be done with many (docs/product.md §10). */
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs';
import IconListCheck from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs';
import { useRef, useState } from 'react';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { oneOf } from '../../../base/search-values.ts';
import { usePlace } from '../../../bot/place-context.ts';
import { countFilters, NO_FILTERS } from './list-filters.ts';
import classes from './list-pane.module.css';
import { loadAskedList, loadFilterChips, loadFilterPanel } from './list-parts.ts';
import { ListEmpty, ListSkeleton } from './list-states.tsx';
import { LiveList } from './live-list.tsx';
import { ORDER_LABELS, ORDERS, ordersFor } from './order.ts';
import { SearchBox } from './search-box.tsx';
import { chooseByHand, useSelected } from './selected.ts';
import { stateName } from './state-name.ts';
import type { Selection } from './use-selection.ts';

const AskedList = lazyPart(loadAskedList, <ListSkeleton />, 'in-place');
const FilterChips = lazyPart(loadFilterChips, <div className={classes.chipsWaiting} />);
const FilterPanel = lazyPart(loadFilterPanel);
const BulkBar = lazyPart(() => import('./bulk-bar.tsx'));

interface ListPaneProps {
  selection: Selection;
  /** On a phone: back to the states. */
  onBack: (() => void) | null;
  /** The rows as they stand, for the keys that move through them. */
  onShown: (cards: readonly Conversation[]) => void;
}

/** What the list is called. */
function titleOf({ state, filters }: Selection): string {
  if (filters.q !== undefined) return 'Resultados';
  const name = stateName(state ?? filters.state ?? 'all');
  return filters.snoozed ? `${name}, pospuestas` : name;
}

export function ListPane({ selection, onBack, onShown }: ListPaneProps) {
  const { filters, source, state, filter, showOrder } = selection;
  const { bot } = usePlace().place;
  const { ids, choosing } = useSelected();
  const [filtering, setFiltering] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const title = titleOf(selection);
  const filtered = countFilters(filters);
  const list = {
    selection,
    label: title,
    onShown,
    empty: (
      <ListEmpty
        state={state}
        own={filters.state}
        filtered={filtered > 0}
        searched={filters.q}
        onClear={() => filter(NO_FILTERS)}
      />
    ),
  };
  const selecting = choosing || ids.size > 0;
  const selectLabel = selecting ? 'Dejar de seleccionar' : 'Seleccionar conversaciones';
  const filterLabel = filtered > 0 ? `Filtros (${filtered})` : 'Filtros';
  return (
    <section className={classes.pane} aria-labelledby="inbox-list-title">
      <header className={classes.head}>
        {onBack ? (
          <button
            type="button"
            className={classes.back}
            onClick={onBack}
            aria-label="Volver a estados y canales"
          >
            <IconArrowLeft size={18} aria-hidden="true" />
          </button>
        ) : null}
        <h1 id="inbox-list-title">{title}</h1>
        {showOrder ? (
          <select
            className={classes.order}
            aria-label="Orden de la lista"
            value={filters.order}
            onChange={(event) => showOrder(oneOf(ORDERS, event.currentTarget.value) ?? 'recent')}
          >
            {ordersFor(bot.has_deadlines === true, filters.order).map((order) => (
              <option key={order} value={order}>
                {ORDER_LABELS[order]}
              </option>
            ))}
          </select>
        ) : null}
        <button
          type="button"
          className={classes.tool}
          aria-pressed={selecting}
          aria-label={selectLabel}
          title={selectLabel}
          onClick={() => chooseByHand(!selecting)}
        >
          <IconListCheck size={18} aria-hidden="true" />
        </button>
        <button
          ref={opener}
          type="button"
          className={classes.tool}
          aria-expanded={filtering}
          aria-label={filterLabel}
          title={filterLabel}
          onClick={() => setFiltering(!filtering)}
        >
          <IconFilter size={18} aria-hidden="true" />
          {filtered > 0 ? <span className={classes.badge}>{filtered}</span> : null}
        </button>
      </header>
      <SearchBox selection={selection} />
      {filtered > 0 ? <FilterChips selection={selection} /> : null}
      {source.kind === 'live' ? (
        <LiveList {...list} query={source.query} />
      ) : (
        <AskedList {...list} filters={source.filters} />
      )}
      {ids.size > 0 ? <BulkBar selection={selection} /> : null}
      {filtering ? (
        <FilterPanel
          selection={selection}
          onClose={() => {
            setFiltering(false);
            opener.current?.focus();
          }}
        />
      ) : null}
    </section>
  );
}
