/** The conversation list: virtual, keyed by id, still under the pointer (ux.md 'The list'). */

import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { STATE_LABELS, withProduct } from '../../../contract/texts.ts';
import type { Topic } from '../../../workers/hub/surface.ts';
import { config } from '../../app/client-config.ts';
import { hub, useConversations, useDrafted } from '../../hub/hooks.ts';
import { ConversationRow } from './conversation-row.tsx';
import classes from './list-pane.module.css';
import { ListEmpty, ListError, ListSkeleton } from './list-states.tsx';
import { OwnerFilter } from './owner-filter.tsx';
import { useHeldList } from './use-held-list.ts';
import type { Selection } from './use-selection.ts';

/** Height of a row in px; the same in list-pane.module.css. */
const ROW = 74;
/** More is asked for when this few rows are left below. */
const AHEAD = 6;

interface ListPaneProps {
  selection: Selection;
  /** On a phone: back to the states. */
  onBack: (() => void) | null;
}

export function ListPane({ selection, onBack }: ListPaneProps) {
  const { botId, query, openId } = selection;
  const list = useConversations(botId, query);
  const drafted = useDrafted(botId);
  const withDraft = useMemo(() => new Set(drafted), [drafted]);
  const scroller = useRef<HTMLDivElement>(null);
  const topic = useMemo<Topic>(() => ({ kind: 'list', botId, query }), [botId, query]);
  const { rows, waiting, release, hold } = useHeldList(list?.cards, topic);

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => rows[index]?.card.id ?? index,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  const wantsMore = list?.more && !list.loading && !list.error && lastShown >= rows.length - AHEAD;
  useEffect(() => {
    if (!wantsMore) return;
    hub()
      .loadMore(topic)
      .catch((error: unknown) => console.warn('More of the list did not come.', error));
  }, [wantsMore, topic]);

  const openIndex = rows.findIndex((row) => row.card.id === openId);
  const toOpen = useRef<string | null>(null);
  useEffect(() => {
    // J and K move through the list: the row they open comes into view, once.
    if (openIndex < 0 || toOpen.current === openId) return;
    toOpen.current = openId;
    virtual.scrollToIndex(openIndex, { align: 'auto' });
  }, [openIndex, openId, virtual]);

  const title = withProduct(STATE_LABELS[query.state], config().product.name);
  const reload = () =>
    void hub()
      .reload(topic)
      .catch((error: unknown) => console.warn('The list was not reloaded.', error));
  return (
    <section className={classes.pane} aria-labelledby="inbox-list-title" aria-busy={list?.loading ?? true}>
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
        <OwnerFilter selection={selection} />
      </header>
      {list?.error ? <ListError message={list.error} onRetry={reload} /> : null}
      <div className={classes.body} {...hold}>
        {waiting > 0 ? (
          <button type="button" className={classes.fresh} onClick={release}>
            {waiting === 1 ? '1 conversación nueva ↑' : `${waiting} conversaciones nuevas ↑`}
          </button>
        ) : null}
        <div ref={scroller} className={classes.scroller}>
          {list === undefined || (list.loading && rows.length === 0) ? <ListSkeleton /> : null}
          {list && !list.loading && !list.error && rows.length === 0 ? <ListEmpty query={query} /> : null}
          {rows.length > 0 ? (
            <ul aria-label={title} className={classes.rows} style={{ height: virtual.getTotalSize() }}>
              {items.map((item) => {
                const row = rows[item.index];
                return row ? (
                  <li key={item.key} style={{ transform: `translateY(${item.start}px)` }}>
                    <ConversationRow
                      card={row.card}
                      gone={row.gone}
                      open={row.card.id === openId}
                      drafted={withDraft.has(row.card.id)}
                    />
                  </li>
                ) : null;
              })}
            </ul>
          ) : null}
        </div>
      </div>
    </section>
  );
}
