import { defineConfig } from 'vite';
import { oneScript } from './one-script.ts';

/** What every page with a chat loads: its button and the page's interface, dist/widget/widget.js. */
export default defineConfig(
  oneScript(import.meta.url, { folder: 'widget', name: 'widget', global: 'CharlaWidget', entry: 'main.ts' }),
);
