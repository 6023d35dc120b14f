import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The visitor's chat: one classic script, dist/widget/widget.js, that runs on any page. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
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
