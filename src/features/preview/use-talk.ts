/** Talks with the draft by `previewTurn`. */
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { botDraftCalls } from '../../../contract/calls/bot-draft.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import {
  contextBefore,
  emptyTalk,
  type Said,
  type Setting,
  saidBefore,
  type TalkState,
  talk,
} from './talk-state.ts';

const OPEN = { clock: undefined, open: true, closed: false } as const;

export function useTalk(botId: number) {
  const [state, dispatch] = useReducer(talk, emptyTalk);
  const present = useRef(state);
  present.current = state;
  const lastId = useRef(0);

  const send = useCallback(
    async (id: number, said: Said, { of, channel, hours }: Setting, before: TalkState) => {
      const open = OPEN[hours];
      const context = contextBefore(before, id);
      const earlier = saidBefore(before, id);
      try {
        const answer = await call(botDraftCalls.previewTurn, {
          body: {
            bot_id: botId,
            of,
            channel,
            ...(said ?? {}),
            ...(open === undefined ? {} : { open }),
            ...(earlier.length === 0 ? {} : { earlier }),
            ...(context === null ? {} : { context: context as never }),
          },
        });
        dispatch({ type: 'answered', id, answer });
      } catch (error) {
        dispatch({ type: 'failed', id, error: sentence(error) });
      }
    },
    [botId],
  );
  const begin = useCallback(
    (setting: Partial<Setting> = {}) => {
      dispatch({ type: 'restarted' });
      dispatch({ type: 'set', setting });
      const id = ++lastId.current;
      dispatch({ type: 'said', id, said: null });
      void send(id, null, { ...present.current.setting, ...setting }, emptyTalk);
    },
    [send],
  );
  useEffect(() => begin(), [begin]);

  return useMemo(
    () => ({
      state,
      /** Begins anew, with another bot, channel or hours if given. */
      begin,
      choose: (id: number) => dispatch({ type: 'chosen', id }),
      say: (said: Said) => {
        const id = ++lastId.current;
        dispatch({ type: 'said', id, said });
        void send(id, said, present.current.setting, present.current);
      },
      again: (id: number) => {
        const turn = present.current.turns.find((one) => one.id === id);
        if (!turn) return;
        dispatch({ type: 'again', id });
        void send(id, turn.said, present.current.setting, present.current);
      },
    }),
    [state, begin, send],
  );
}
export type TalkApi = ReturnType<typeof useTalk>;
