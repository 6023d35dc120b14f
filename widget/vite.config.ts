import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { onlyTransports } from '../scripts/support/socket-transports.ts';

/** What the server says is checked by hand (reading.ts): schemas would be a sixth of what every page of a site waits for. */
const withoutSchemas: Plugin = {
  name: 'without-schemas',
  generateBundle(_, bundle) {
    for (const part of Object.values(bundle))
      if (part.type === 'chunk' && part.moduleIds.some((id) => /[\\/]node_modules[\\/]zod[\\/]/.test(id)))
        this.error('The widget carries zod: which file of the contract brings it?');
  },
};

/** The visitor's chat: one classic script, dist/widget/widget.js, that runs on any page. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  // link.ts opens its socket by these.
  plugins: [withoutSchemas, onlyTransports('websocket', 'polling')],
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: fileURLToPath(new URL('../dist/widget', import.meta.url)),
    emptyOutDir: true,
    // `findLast`, which the chat uses, asks for browsers of that year anyway.
    target: 'es2022',
    cssCodeSplit: false,
    lib: {
      entry: fileURLToPath(new URL('./main.tsx', import.meta.url)),
      formats: ['iife'],
      name: 'CharlaWidget',
      fileName: () => 'widget.js',
    },
  },
});
