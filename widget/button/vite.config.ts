import { defineConfig } from 'vite';
import { oneScript } from '../one-script.ts';

/** The button that leads to WhatsApp, dist/whatsapp-button/whatsapp-button.js. */
export default defineConfig(
  oneScript(import.meta.url, {
    folder: 'whatsapp-button',
    name: 'whatsapp-button',
    global: 'CharlaWhatsApp',
  }),
);
