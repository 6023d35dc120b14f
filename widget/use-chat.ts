/** Binds the pure chat to its link and its keep, for the component tree. */
import { useEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import { type ChatAction, type ChatState, reduceChat, startChat } from './chat-state.ts';
import type { Frame } from './frame.ts';
import type { Keep, UnsentMessage } from './keep.ts';
import { createLink, type Link } from './link.ts';
import type { WidgetSettings } from './settings.ts';
import { showLook } from './shown.ts';
import { randomKey } from './text.ts';

export interface ChatHandle {
  state: ChatState;
  link: Link;
  settings: WidgetSettings;
  keep: Keep;
  write(message: Pick<UnsentMessage, 'text' | 'button' | 'attachments' | 'label'>): void;
  retry(temporalId: string): void;
  discard(temporalId: string): void;
  dispatch(action: ChatAction): void;
}

/** @param frame of the page, @param keep of who sits there: another one is another chat */
export function useChat(frame: Frame, keep: Keep): ChatHandle {
  const { settings } = frame;
  const present = useRef<ChatState | null>(null);
  present.current ??= startChat(keep.value.unsent);
  const [, repaint] = useReducer((count: number) => count + 1, 0);

  const chat = useMemo((): ChatHandle => {
    const state = () => present.current as ChatState;
    const dispatch = (action: ChatAction) => {
      present.current = reduceChat(state(), action);
      repaint(undefined);
    };
    const link = createLink(frame, keep, state, dispatch);
    if (settings.shown) showLook(dispatch, link.flush);
    const keepUnsent = () => keep.set({ unsent: state().unsent.map(({ failed, ...entry }) => entry) });
    return {
      get state() {
        return state();
      },
      link,
      settings,
      keep,
      dispatch,
      write(message) {
        const entry = {
          ...message,
          temporal_id: `v-${randomKey()}`,
          created_at: new Date().toISOString(),
          ...(frame.greeting && { proactive: frame.greeting.rule }),
        };
        frame.greeting = null;
        dispatch({ type: 'write', message: entry });
        // Kept before it is sent: closing the page now loses nothing.
        keepUnsent();
        link.flush();
      },
      retry(temporal_id) {
        dispatch({ type: 'retry', temporal_id });
        link.flush();
      },
      discard(temporal_id) {
        dispatch({ type: 'discard', temporal_id });
        keepUnsent();
      },
    };
  }, [frame, settings, keep]);
  useEffect(() => () => chat.link.close(), [chat]);
  return chat;
}
