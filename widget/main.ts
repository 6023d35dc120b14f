/**
 * Entry of `/widget.js`: the button, in a shadow root, so that neither the site's styles nor ours leak, and what the page
 * may ask for. The chat itself comes when it is reached for. One chat per page, whatever the number of script tags.
 */
import { Corner } from './corner.ts';
import { mount } from './mount.ts';
import { offer, PageListeners } from './page-interface.ts';
import { readSettings, type WidgetSettings } from './settings.ts';
import { showWhatsApp } from './show-whatsapp.ts';
import css from './widget.css?inline';

const HOST_ID = 'charla-widget';
/** On the window while a chat runs: a page that takes its body away and puts it back has one all the same. */
const RUNNING = Symbol.for('charla.running');

function start(settings: WidgetSettings): void {
  const running = window as { [RUNNING]?: boolean };
  const place = running[RUNNING] ? null : (mount(HOST_ID, css) as HTMLElement | null);
  if (!place) return;
  running[RUNNING] = true;
  const listeners = new PageListeners();
  const corner = new Corner(settings, place, listeners.tell);
  corner.signal.addEventListener('abort', () => delete running[RUNNING]);
  corner.start();
  if (!settings.shown) offer(corner, listeners);
}

// Read at once: `currentScript` is gone after the first turn.
const settings = readSettings(document.currentScript as HTMLScriptElement | null);
if (typeof settings === 'string') console.error(`[chat] ${settings}`);
else if (settings.onlyWhatsApp) showWhatsApp(settings, null);
else if (document.body) start(settings);
else document.addEventListener('DOMContentLoaded', () => start(settings));
