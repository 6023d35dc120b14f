import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The service worker: one classic script at a fixed address, dist/push/push.js, served as /push.js. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  build: {
    outDir: fileURLToPath(new URL('../../dist/push', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    lib: {
      entry: fileURLToPath(new URL('./push.ts', import.meta.url)),
      formats: ['iife'],
      name: 'CharlaPush',
      fileName: () => 'push.js',
    },
  },
});
