/** How the chat looks before it is opened: asked of its server, or told by the page that previews a look. */
import { launcherLook } from '../contract/entities/bot.ts';
import { visitorConnected } from '../contract/realtime/visitor-socket.ts';
import type { ChatAction } from './chat-state.ts';
import type { Keep } from './keep.ts';
import type { WidgetSettings } from './settings.ts';

/** A server that can't be heard now may be when the chat is opened. */
const PLAIN = { color: '#0f766e', position: 'right', launcher: '' } as const;

/** One small request at a view of the page; 404 says that there is no such chat (any more). */
export async function askLook(
  { origin, botId, botToken }: WidgetSettings,
  keep: Keep,
  dispatch: (action: ChatAction) => void,
): Promise<void> {
  try {
    const answer = await fetch(`${origin}/visitor/look/${botId}?token=${encodeURIComponent(botToken)}`);
    if (answer.status === 404) console.warn('[chat] no existe o está desactivado');
    const launcher = answer.status === 404 ? null : launcherLook.parse(await answer.json());
    keep.set({ launcher });
    dispatch({ type: 'launcher', launcher });
  } catch (error) {
    console.warn('[chat] sin respuesta', error);
    dispatch({ type: 'launcher', launcher: keep.value.launcher ?? PLAIN });
  }
}

/** Follows what the page around the frame says, if it is one of the chat's own server. */
export function showLook(dispatch: (action: ChatAction) => void): void {
  addEventListener('message', ({ source, origin, data }) => {
    const said = visitorConnected.safeParse(data);
    if (source === parent && origin === location.origin && said.success)
      dispatch({ type: 'connected', data: said.data });
  });
  parent.postMessage('look', location.origin);
}
