import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The button that leads to WhatsApp: one classic script, dist/whatsapp-button/whatsapp-button.js, that runs on any page. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: fileURLToPath(new URL('../../dist/whatsapp-button', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    cssCodeSplit: false,
    lib: {
      entry: fileURLToPath(new URL('./main.tsx', import.meta.url)),
      formats: ['iife'],
      name: 'CharlaWhatsApp',
      fileName: () => 'whatsapp-button.js',
    },
  },
});
