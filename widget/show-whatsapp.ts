/** The button that leads to WhatsApp comes from a script of its own: most sites have none. */
import type { WidgetSettings } from './settings.ts';

/** @param chat where the chat's own button is; null: there is no chat */
export function showWhatsApp(
  { origin, botId, botToken }: WidgetSettings,
  chat: 'right' | 'left' | null,
): void {
  const script = document.createElement('script');
  script.src = `${origin}/whatsapp-button.js`;
  Object.assign(script.dataset, { bot: botId, token: botToken, chat });
  document.head.append(script);
}
