import { fileURLToPath } from 'node:url';
import type { PluginOption, UserConfig } from 'vite';

/**
 * A build of one classic script that runs on any page.
 * @param at the configuration's own address @param folder below dist @param name of the file, without its ending
 */
export const oneScript = (
  at: string,
  {
    folder,
    name,
    global,
    entry = 'main.tsx',
    plugins = [],
  }: { folder: string; name: string; global: string; entry?: string; plugins?: PluginOption[] },
): UserConfig => ({
  root: fileURLToPath(new URL('.', at)),
  publicDir: false,
  plugins,
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: fileURLToPath(new URL(`../dist/${folder}`, import.meta.url)),
    emptyOutDir: true,
    // `findLast`, which the chat uses, asks for browsers of that year anyway.
    target: 'es2022',
    cssCodeSplit: false,
    lib: {
      entry: fileURLToPath(new URL(`./${entry}`, at)),
      formats: ['iife'],
      name: global,
      fileName: () => `${name}.js`,
    },
  },
});
