/** Where the widget was put and for which bot: read once from its own script tag (docs/protocol.md 'The visitor'). */
export interface WidgetSettings {
  /** Where the script came from: the server it talks to. */
  origin: string;
  botId: number;
  botToken: string;
  /** Opened from the start and without a launcher, as on the preview page. */
  fixedOpen: boolean;
  /** Shows what the page around it says and tells that page what is written; it talks to no server. */
  shown: boolean;
  /** The button that leads to WhatsApp, and no chat. */
  onlyWhatsApp: boolean;
  /** The page's own wish, over the bot's. */
  position: 'right' | 'left' | null;
  /** The page's own wish, over the bot's; whatever it wrote. */
  language: string | undefined;
}

/**
 * Reads `<script src=".../widget.js" data-bot="64" data-token="…">`.
 * @returns the settings, or the reason (for the site's developer) why the chat can't start
 */
export function readSettings(script: HTMLScriptElement | null): WidgetSettings | string {
  if (!script?.src) return 'no se encontró la etiqueta <script> del chat';
  const botId = Number(script.dataset.bot);
  if (!Number.isInteger(botId) || botId <= 0) return 'falta data-bot con el número del chatbot';
  const { position, mode, lang } = script.dataset;
  if (!script.dataset.token) return 'falta data-token con el token del chatbot';
  return {
    origin: new URL(script.src).origin,
    botId,
    botToken: script.dataset.token,
    fixedOpen: mode === 'preview' || mode === 'chat',
    shown: mode === 'look' || mode === 'chat',
    onlyWhatsApp: mode === 'whatsapp',
    position: position === 'left' || position === 'right' ? position : null,
    language: lang,
  };
}
