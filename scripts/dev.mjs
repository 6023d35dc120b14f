/**
 * `npm run dev`: the server on SERVER_PORT (3001), restarted when its code changes; the app on PORT (3000) with
 * hot reload, which passes services and sockets on to the server; widget and service worker rebuilt when they change.
 * One of them ending ends all.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { program } from './support/run.mjs';
import { root } from './support/targets.mjs';

const port = process.env['PORT'] ?? '3000';
const serverPort = process.env['SERVER_PORT'] ?? '3001';
const publicUrl = process.env['PUBLIC_URL'] ?? `http://127.0.0.1:${port}`;

/** How long children get to close their files (the database's folder) before they are killed, in ms. */
const GRACE = 8000;

const parts = [
  {
    name: 'server',
    args: [program('tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'server/main.ts'],
    env: { NODE_ENV: 'development', PORT: serverPort, PUBLIC_URL: publicUrl },
  },
  { name: 'app', args: [program('vite/bin/vite.js'), '--clearScreen', 'false'], env: { PORT: port } },
  .../** @type {const} */ ([
    ['widget', 'widget/vite.config.ts'],
    ['chat', 'widget/chat/vite.config.ts'],
    ['button', 'widget/button/vite.config.ts'],
    ['carts', 'widget/carts/vite.config.ts'],
    ['proactive', 'widget/proactive/vite.config.ts'],
    ['push', 'workers/push/vite.config.ts'],
  ]).map(([name, config]) => ({
    name,
    args: [program('vite/bin/vite.js'), 'build', '--watch', '--config', config, '--logLevel', 'warn'],
    env: {},
  })),
];

let ending = false;
let exitCode = 0;

const children = parts.map(({ name, args, env }) => {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, SERVER_PORT: serverPort, ...env },
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (line.trim() !== '') console.log(`${name.padEnd(6)} │ ${line}`);
    });
  }
  child.on('exit', (code) => {
    if (!ending) {
      console.error(`${name.padEnd(6)} │ ended (${code ?? 'by a signal'}); stopping the rest.`);
      end(code || 1);
    }
  });
  return child;
});

/** @param {number} code */
function end(code) {
  if (ending) return;
  ending = true;
  exitCode = code;
  const alive = () => children.filter((child) => child.exitCode === null && child.signalCode === null);
  const leaveWhenAllAreGone = () => alive().length === 0 && process.exit(exitCode);
  for (const child of alive()) {
    child.on('exit', leaveWhenAllAreGone);
    child.kill('SIGTERM');
  }
  leaveWhenAllAreGone();
  setTimeout(() => {
    for (const child of alive()) child.kill('SIGKILL');
  }, GRACE);
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => end(0));

console.log(`Charla in development: ${publicUrl} (server on ${serverPort})`);
