import { cp } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const source = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));
const out = fileURLToPath(new URL('../dist/server', import.meta.url));

/** What is compiled or only read by people; everything else in server/ is an asset. */
const NOT_ASSETS = new Set(['.ts', '.tsx', '.md']);

/**
 * Copies what the server reads by path or starts by URL (SQL migrations, the database's worker, data files) to
 * the same place in dist/server. With `preserveModules` each module keeps its place too, so
 * `new URL('./file', import.meta.url)` means the same in development and in the build.
 */
function copyAssets(): Plugin {
  return {
    name: 'copy-server-assets',
    async writeBundle() {
      await cp(source, out, {
        recursive: true,
        filter: (path) => !NOT_ASSETS.has(extname(path)),
      });
    },
  };
}

/** The server and its operator's tools: server/main.ts → dist/server/main.js, one file a module, packages left in node_modules. */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [copyAssets()],
  build: {
    ssr: true,
    outDir: out,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: [
        './main.ts',
        './tools/main.ts',
        './assistant/training/train-worker.ts',
        './products/shelf/index-worker.ts',
        './assistant/documents/parse-worker.ts',
        './clients/imports/read-worker.ts',
      ].map((path) => fileURLToPath(new URL(path, import.meta.url))),
      output: {
        format: 'es',
        preserveModules: true,
        preserveModulesRoot: source.replace(/\/$/, ''),
        entryFileNames: '[name].js',
      },
    },
  },
});
