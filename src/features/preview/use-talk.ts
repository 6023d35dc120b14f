/** Talks with the draft by `previewTurn`. */
import { useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { botDraftCalls } from '../../../contract/calls/bot-draft.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import {
  contextBefore,
  emptyTalk,
  isWaiting,
  type Said,
  type Setting,
  saidBefore,
  type TalkEvent,
  type TalkState,
  talk,
} from './talk-state.ts';

const OPEN = { clock: undefined, open: true, closed: false } as const;

/**
 * A conversation with the bot's draft or its published version: what was said, the answers with their reasons, and how to
 * go on or start over.
 */
export function useTalk(botId: number) {
  const [state, show] = useReducer(talk, emptyTalk);
  const present = useRef(state);
  present.current = state;
  // At once also for who asks before it is shown: the frame may tell twice in a row.
  const dispatch = useCallback((event: TalkEvent) => {
    present.current = talk(present.current, event);
    show(event);
  }, []);
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
    [botId, dispatch],
  );
  const begin = useCallback(
    (setting: Partial<Setting> = {}) => {
      dispatch({ type: 'restarted' });
      dispatch({ type: 'set', setting });
      const id = ++lastId.current;
      dispatch({ type: 'said', id, said: null, at: new Date().toISOString(), temporal_id: null });
      void send(id, null, { ...present.current.setting, ...setting }, emptyTalk);
    },
    [send, dispatch],
  );
  useEffect(() => begin(), [begin]);

  return useMemo(
    () => ({
      state,
      /** Begins again, with another bot, channel or hours if given. */
      begin,
      choose: (id: number) => dispatch({ type: 'chosen', id }),
      /** Once a `temporal_id`; what comes while the bot answers is sent again afterwards. */
      say: (said: Said, temporal_id: string) => {
        const { turns } = present.current;
        if (isWaiting(present.current) || turns.some((turn) => turn.temporal_id === temporal_id)) return;
        const id = ++lastId.current;
        dispatch({ type: 'said', id, said, at: new Date().toISOString(), temporal_id });
        void send(id, said, present.current.setting, present.current);
      },
      again: (id: number) => {
        const turn = present.current.turns.find((one) => one.id === id);
        if (!turn) return;
        dispatch({ type: 'again', id });
        void send(id, turn.said, present.current.setting, present.current);
      },
    }),
    [state, begin, send, dispatch],
  );
}
export type TalkApi = ReturnType<typeof useTalk>;
