/** How the chat looks before it is opened: asked of its server, or told by the page that previews a look. */
import type { ChatAction } from './chat-state.ts';
import type { Keep } from './keep.ts';
import { isConnected, isLauncherLook, isRefusal, isTyping } from './reading.ts';
import type { WidgetSettings } from './settings.ts';
import { showWhatsApp } from './show-whatsapp.ts';

/** A server that can't be heard now may be when the chat is opened. */
const PLAIN = { color: '#0f766e', position: 'right', launcher: '' } as const;

/** One small request at a view of the page; 404 says that there is no such chat (any more). */
export async function askLook(
  settings: WidgetSettings,
  keep: Keep,
  dispatch: (action: ChatAction) => void,
): Promise<void> {
  const { origin, botId, botToken, position } = settings;
  try {
    const answer = await fetch(`${origin}/visitor/look/${botId}?token=${encodeURIComponent(botToken)}`);
    if (answer.status === 404) console.warn('[chat] no existe o está desactivado');
    const launcher: unknown = answer.status === 404 ? null : await answer.json();
    if (launcher !== null && !isLauncherLook(launcher)) throw new TypeError('not a look');
    keep.set({ launcher });
    dispatch({ type: 'launcher', launcher });
    if (launcher?.whatsapp) showWhatsApp(settings, position ?? launcher.position);
  } catch (error) {
    console.warn('[chat] sin respuesta', error);
    dispatch({ type: 'launcher', launcher: keep.value.launcher ?? PLAIN });
  }
}

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
