import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { onlyTransports } from '../../scripts/support/socket-transports.ts';

/** What the server says is checked by hand (reading.ts): schemas would be a sixth of what opening a chat waits for. */
const withoutSchemas: Plugin = {
  name: 'without-schemas',
  generateBundle(_, bundle) {
    for (const part of Object.values(bundle))
      if (part.type === 'chunk' && part.moduleIds.some((id) => /[\\/]node_modules[\\/]zod[\\/]/.test(id)))
        this.error('The widget carries zod: which file of the contract brings it?');
  },
};

/**
 * The chat itself, dist/chat/chat.js, and its seldom parts beside it. The entry is asked for anew at every page; the
 * rest is named by its content and never changes.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  // link.ts opens its socket by these.
  plugins: [withoutSchemas, onlyTransports('websocket', 'polling')],
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: fileURLToPath(new URL('../../dist/chat', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    cssCodeSplit: false,
    // Its parts may stand on any origin: the address of one is its importer's.
    modulePreload: false,
    rolldownOptions: {
      input: { chat: fileURLToPath(new URL('./main.tsx', import.meta.url)) },
      // What its parts share stands in it: opening the chat asks for one file.
      preserveEntrySignatures: 'allow-extension',
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'part-[name]-[hash].js' },
    },
  },
});
