/** How the chat looks before it is opened: asked of its server. */
import type { LauncherLook } from '../contract/entities/bot.ts';
import type { Keep } from './keep.ts';
import { isLauncherLook } from './reading-look.ts';
import type { WidgetSettings } from './settings.ts';
import { showWhatsApp } from './show-whatsapp.ts';

/** A server that can't be heard now may be when the chat is opened. */
const PLAIN = { color: '#0f766e', position: 'right', launcher: '' } as const;

/** One small request at a view of the page; 404 says that there is no such chat (any more). */
export async function askLook(
  settings: WidgetSettings,
  keep: Keep,
  show: (look: LauncherLook | null) => void,
): Promise<void> {
  const { origin, botId, botToken, position } = settings;
  try {
    const answer = await fetch(`${origin}/visitor/look/${botId}?token=${encodeURIComponent(botToken)}`);
    if (answer.status === 404) console.warn('[chat] no existe o está desactivado');
    const launcher: unknown = answer.status === 404 ? null : await answer.json();
    if (launcher !== null && !isLauncherLook(launcher)) throw new TypeError('not a look');
    keep.set({ launcher });
    show(launcher);
    if (launcher?.whatsapp) showWhatsApp(settings, position ?? launcher.position);
  } catch (error) {
    console.warn('[chat] sin respuesta', error);
    show(keep.value.launcher ?? PLAIN);
  }
}
