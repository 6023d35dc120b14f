import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Proactive messages, dist/proactive/proactive.js: a module that the first file brings where a bot has any. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  build: {
    outDir: fileURLToPath(new URL('../../dist/proactive', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      input: { proactive: fileURLToPath(new URL('./main.ts', import.meta.url)) },
      preserveEntrySignatures: 'strict',
      output: { format: 'es', entryFileNames: '[name].js' },
    },
  },
});
