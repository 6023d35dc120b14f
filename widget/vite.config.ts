import { defineConfig, type Plugin } from 'vite';
import { onlyTransports } from '../scripts/support/socket-transports.ts';
import { oneScript } from './one-script.ts';

/** What the server says is checked by hand (reading.ts): schemas would be a sixth of what every page of a site waits for. */
const withoutSchemas: Plugin = {
  name: 'without-schemas',
  generateBundle(_, bundle) {
    for (const part of Object.values(bundle))
      if (part.type === 'chunk' && part.moduleIds.some((id) => /[\\/]node_modules[\\/]zod[\\/]/.test(id)))
        this.error('The widget carries zod: which file of the contract brings it?');
  },
};

/** The visitor's chat, dist/widget/widget.js. */
export default defineConfig(
  oneScript(import.meta.url, {
    folder: 'widget',
    name: 'widget',
    global: 'CharlaWidget',
    // link.ts opens its socket by these.
    plugins: [withoutSchemas, onlyTransports('websocket', 'polling')],
  }),
);
