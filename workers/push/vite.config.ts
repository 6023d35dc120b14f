import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { builtFiles } from '../../scripts/support/built-files.ts';

const CLIENT = fileURLToPath(new URL('../../dist/client', import.meta.url));

/** The service worker: one classic script at a fixed address, dist/push/push.js, served as /push.js. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  define: {
    BUILT: JSON.stringify({ ...builtFiles(CLIENT), build: process.env['BUILD_ID'] ?? 'dev' }),
    'process.env.NODE_ENV': '"production"',
  },
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
