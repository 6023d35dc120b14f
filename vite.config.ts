import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { WIRE_VERSION } from './contract/wire-version.ts';
import { beginInBuild } from './scripts/support/begin-in-build.ts';
import { hubInBuild } from './scripts/support/hub-in-build.ts';
import { partsAhead } from './scripts/support/parts-ahead.ts';
import { SERVER_PATHS } from './scripts/support/server-paths.ts';
import { smallScripts } from './scripts/support/small-scripts.ts';
import { onlyTransports } from './scripts/support/socket-transports.ts';

/** Where the server listens under `npm run dev` (scripts/dev.mjs). */
const SERVER = `http://127.0.0.1:${process.env['SERVER_PORT'] ?? '3001'}`;

const hub = hubInBuild();
const begin = beginInBuild();
const ahead = partsAhead();

/** The dashboard: index.html → dist/client. Routes and dialogs that are imported lazily get chunks of their own. */
export default defineConfig({
  // The hub speaks websocket only (workers/hub/platform/socket.ts).
  plugins: [react(), onlyTransports('websocket'), hub.plugin, begin.plugin, ahead.plugin, smallScripts()],
  // A worker's name carries the build, so that a newer build starts a hub of its own (scripts/build.mjs sets it).
  define: {
    'import.meta.env.BUILD_ID': JSON.stringify(process.env['BUILD_ID'] ?? 'dev'),
    // The number alone: its history is not for browsers.
    'import.meta.env.WIRE_VERSION': String(WIRE_VERSION),
  },
  // The same database library, built for browsers that have classes and async functions.
  resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] },
  // In development the worker's libraries are made ready with the page's: found later, they reload it.
  optimizeDeps: { entries: ['index.html', 'workers/hub/hub.ts'] },
  server: {
    host: '127.0.0.1',
    port: Number(process.env['PORT'] ?? '3000'),
    strictPort: true,
    proxy: Object.fromEntries(
      SERVER_PATHS.map((path) => [path, { target: SERVER, ws: path === '/socket.io' }]),
    ),
  },
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    modulePreload: {
      // Browsers that this is for know it; elsewhere the files come one after the other.
      polyfill: false,
      // Each lazy screen's list of its parts stands in the entry, which everybody loads first. Those that people land
      // on are worth it, but for what is always here by then; the others ask for their parts when they come. Styles are
      // always listed: nothing may flash.
      resolveDependencies: (file, parts, { hostType }) =>
        hostType === 'html'
          ? parts
          : /\/(inbox|conversation|beside|shell|queries|login|dashboard-screen)-/.test(file)
            ? parts.filter((part) => !/\/(rolldown-runtime|common|basis|index)-[^/]+\.js$/.test(part))
            : parts.filter((part) => part.endsWith('.css')),
    },
    rolldownOptions: {
      output: {
        // What people wait for first comes in one file each, with all that it imports and the one before it lacks.
        // Without groups each set of sharers is a file: 177 requests for a screen instead of 40, and 5 % more bytes.
        codeSplitting: {
          groups: [
            // What the hub's worker runs too is one file for both (scripts/support/hub-in-build.ts).
            { name: 'common', test: hub.isCommon, priority: 7 },
            { name: 'live', test: hub.isLive, priority: 6 },
            // What asks for it all before the page runs (scripts/support/begin-in-build.ts). Of the same priority the
            // first one takes what several match.
            {
              name: 'basis',
              // With what login and shell use besides, neither of which loads the other.
              test: (id) =>
                begin.isBasis(id) || /[\\/](use-uncontrolled\.mjs|src[\\/]api[\\/]api-error\.ts)$/.test(id),
              priority: 5,
            },
            // The login asks without the library of queries.
            { name: 'queries', test: begin.isOfQueries, priority: 5 },
            { name: 'begin', test: begin.isBegin, priority: 5 },
            { name: 'start', tags: ['$initial'], test: hub.isStart, priority: 5 },
            { name: 'login', test: /[\\/]login-screen\.tsx$/, priority: 4 },
            { name: 'shell', test: /[\\/]shell[\\/]shell\.tsx$/, priority: 3 },
            { name: 'inbox', test: /[\\/]inbox-screen\.tsx$/, priority: 2 },
            // What stands around every screen and comes once it is shown.
            {
              name: 'around',
              test: /[\\/]shell[\\/](bot-switcher|connection-banner|broken-mark|keep-files|notices|performance-bar|stale-topics|top-bar-menus)\.tsx?$|[\\/]push-worker\.ts$/,
              priority: 1.5,
            },
            // What opening a conversation shows is asked for once the list stands.
            { name: 'conversation', test: /[\\/]conversation-pane\.tsx$/, priority: 1 },
            // What stands beside it and is reached for from there comes after (scripts/support/parts-ahead.ts).
            { name: 'kit', test: ahead.isSharedAhead, priority: 0.5 },
            { name: 'beside', test: ahead.isAhead, priority: 0 },
          ],
        },
      },
    },
    // The content security policy allows no data: scripts or fonts; small assets stay files.
    assetsInlineLimit: 0,
  },
});
