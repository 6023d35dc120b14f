/**
 * Entry of `/widget.js`: puts the chat into a shadow root, so that neither the site's styles nor ours leak.
 * One chat per page, whatever the number of script tags.
 */
import { render } from 'preact';
import { Chat } from './chat.tsx';
import { Keep, usableStorage } from './keep.ts';
import { mount } from './mount.ts';
import { readSettings, type WidgetSettings } from './settings.ts';
import { showWhatsApp } from './show-whatsapp.ts';
import css from './widget.css?inline';

const HOST_ID = 'charla-widget';

function start(settings: WidgetSettings): void {
  const place = mount(HOST_ID, css);
  if (!place) return;
  render(
    <Chat settings={settings} keep={new Keep(settings.botId, settings.shown ? null : usableStorage())} />,
    place,
  );
}

// Read at once: `currentScript` is gone after the first turn.
const settings = readSettings(document.currentScript as HTMLScriptElement | null);
if (typeof settings === 'string') console.error(`[chat] ${settings}`);
else if (settings.onlyWhatsApp) showWhatsApp(settings, null);
else if (document.body) start(settings);
else document.addEventListener('DOMContentLoaded', () => start(settings));
