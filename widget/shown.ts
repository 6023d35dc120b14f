/** The chat as the page around the frame shows it: in the dashboard, where no server is talked to. */
import type { ChatAction } from './chat-state.ts';
import { isConnected, isRefusal, isTyping } from './reading.ts';

/**
 * Follows what the page around the frame says, if it is one of the chat's own server: the chat as it stands, that
 * somebody is writing (until the chat is sent again), or why something was not taken. What is written here goes to that
 * page (link.ts).
 */
export function showLook(dispatch: (action: ChatAction) => void, flush: () => void): void {
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || origin !== location.origin) return;
    if (isConnected(data)) {
      dispatch({ type: 'connected', data });
      dispatch({ type: 'typing-over', now: Infinity });
      flush();
    } else if (isRefusal(data)) dispatch({ ...data, type: 'refused', reason: data.message });
    else if (isTyping(data)) dispatch({ ...data, type: 'typing', until: Infinity });
  });
  tellHost('look');
}

/** To the page around the frame. */
export const tellHost = (what: unknown): void => parent.postMessage(what, location.origin);
