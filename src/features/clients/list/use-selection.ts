/** Which clients of the list are selected. Another list begins with none. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../../contract/limits.ts';
import { toastFailure } from '../../../ui/toast.ts';
import { idsBetween, type Wanted } from './clients-queries.ts';

export interface ClientSelection {
  ids: ReadonlySet<string>;
  toggle: (id: string, place: number) => void;
  /** Everything from where a stretch began, or from here where none has. */
  selectTo: (place: number, from: number) => Promise<void>;
  set: (ids: Iterable<string>) => void;
  clear: () => void;
}

interface State {
  /** Of which list. */
  key: string;
  ids: ReadonlySet<string>;
  anchor: number | null;
}

/** The clients that are chosen in the list; another bot, search or filter begins without any. */
export function useSelection(botId: number, wanted: Wanted): ClientSelection {
  const queries = useQueryClient();
  const key = JSON.stringify([botId, wanted.q, wanted.filter]);
  const none: State = { key, ids: new Set(), anchor: null };
  const [kept, setState] = useState(none);
  const state = kept.key === key ? kept : none;
  const set = (ids: Iterable<string>, anchor = state.anchor) =>
    setState({ key, ids: new Set([...ids].slice(0, LIMITS.bulkMost)), anchor });
  return {
    ids: state.ids,
    toggle: (id, place) => {
      const ids = new Set(state.ids);
      if (!ids.delete(id)) ids.add(id);
      set(ids, place);
    },
    selectTo: async (place, from) => {
      const anchor = (state.ids.size > 0 ? state.anchor : null) ?? from;
      try {
        const between = await idsBetween(queries, botId, wanted, anchor, place);
        // Another list may be shown by now.
        setState((now) =>
          now.key === kept.key ? { key, anchor, ids: new Set([...state.ids, ...between]) } : now,
        );
      } catch (error) {
        toastFailure('No se pudo seleccionar', error);
      }
    },
    set,
    clear: () => setState({ ...none }),
  };
}
