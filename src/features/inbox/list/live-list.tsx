/** A state's list from the hub's fold: it follows every event, and needs no server to be shown. */
import { type ReactNode, useCallback, useMemo } from 'react';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { isMarkedList } from '../../../../machines/inbox/held.ts';
import type { ListQuery } from '../../../../machines/inbox/inbox-state.ts';
import type { Topic } from '../../../../workers/hub/surface/topics.ts';
import { hub, useConversations } from '../../../hub/hooks.ts';
import { useCut } from '../../../hub/use-cut.ts';
import classes from './list-pane.module.css';
import { OfflineNote } from './list-states.tsx';
import { RowList } from './row-list.tsx';
import type { Selection } from './use-selection.ts';

interface LiveListProps {
  selection: Selection;
  query: ListQuery;
  label: string;
  empty: ReactNode;
  onShown: (cards: readonly Conversation[]) => void;
}

const warn = (error: unknown) => console.warn('The list did not come.', error);

export function LiveList({ selection, query, label, empty, onShown }: LiveListProps) {
  const { botId } = selection;
  const list = useConversations(botId, query);
  const cut = useCut();
  const topic = useMemo<Topic>(() => ({ kind: 'list', botId, query }), [botId, query]);
  const onMore = useCallback(() => void hub().loadMore(topic).catch(warn), [topic]);
  const onReload = useCallback(() => void hub().reload(topic).catch(warn), [topic]);
  // Before the first connection a part would only be replaced a moment later.
  const waiting = list?.partial && !cut;
  return (
    <>
      <SnoozedLine selection={selection} query={query} />
      {list?.partial && !waiting ? <OfflineNote searched={false} /> : null}
      <RowList
        selection={selection}
        data={{
          cards: waiting ? undefined : list?.cards,
          more: list?.more ?? false,
          loading: waiting || (list?.loading ?? true),
          error: list?.error ?? null,
          partial: list?.partial ?? false,
        }}
        listKey={JSON.stringify([botId, query])}
        label={label}
        empty={empty}
        onMore={onMore}
        onReload={onReload}
        onShown={onShown}
        mixed={query.state === 'held' || isMarkedList(query.state)}
      />
    </>
  );
}

/** The counter counts them, the list leaves them out: this line says where they are. */
function SnoozedLine({ selection, query }: { selection: Selection; query: ListQuery }) {
  const hidden = query.snoozed === false;
  const asleep = useMemo<ListQuery>(() => ({ ...query, snoozed: true }), [query]);
  const list = useConversations(hidden ? selection.botId : null, asleep);
  const count = list?.cards.length ?? 0;
  if (!hidden || count === 0) return null;
  const number = list?.more ? `Más de ${count}` : String(count);
  return (
    <button type="button" className={classes.snoozed} onClick={() => selection.filter({ snoozed: true })}>
      {number} {count === 1 ? 'pospuesta' : 'pospuestas'}
    </button>
  );
}
