/**
 * Checks the first loads against their budgets (gzip, 1 kB = 1000 bytes) and prints them, with what is sent of them.
 * Needs a build.
 * A first load is the entry, the route's chunk and all that they import statically, JS and CSS; for the inbox
 * the hub's worker too, of which what it shares with the page is one file and counts once; for the widget its one file,
 * and apart from it the chat that opening it brings.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './support/targets.mjs';

const client = join(root, 'dist', 'client');
const KB = 1000;

/** @typedef {{ file: string, imports?: string[], css?: string[] }} Chunk */

/** @param {string} file absolute path @returns {Promise<number>} bytes after gzip at its usual level */
const gzipSize = async (file) => gzipSync(await readFile(file)).length;

/** @param {string} file absolute path @returns {Promise<number>} bytes as browsers get it (compress-ahead.mjs) */
const sentSize = async (file) => (await readFile(existsSync(`${file}.br`) ? `${file}.br` : file)).length;

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(`size: ${message}`);
  process.exit(1);
}

const manifestFile = join(client, '.vite', 'manifest.json');
const widgetFile = join(root, 'dist', 'widget', 'widget.js');
if (!existsSync(manifestFile) || !existsSync(widgetFile))
  fail('nothing is built; run `npm run build` first.');

/** @type {Record<string, Chunk>} */
const manifest = JSON.parse(await readFile(manifestFile, 'utf8'));

/**
 * Files that a page must have before these modules run.
 *
 * @param {string[]} modules keys of the manifest
 * @returns {Set<string>} paths below dist/client
 */
function closure(modules) {
  /** @type {Set<string>} */
  const files = new Set();
  const seen = new Set();
  const waiting = [...modules];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (seen.has(key)) continue;
    seen.add(key);
    const chunk = manifest[key];
    if (chunk === undefined) fail(`the build has no chunk for ${key}; is it imported lazily by the router?`);
    files.add(chunk.file);
    for (const css of chunk.css ?? []) files.add(css);
    waiting.push(...(chunk.imports ?? []));
  }
  return files;
}

/**
 * A group of vite.config.ts: the manifest names it by its file.
 *
 * @param {string} name @returns {string} its key in the manifest
 */
function group(name) {
  const key = Object.keys(manifest).find((one) => new RegExp(`^_${name}-[\\w-]{8}[.]js$`).test(one));
  if (key === undefined) fail(`the build has no group ${name}; is it in vite.config.ts?`);
  return key;
}

/** The document's own scripts (contract/early-scripts.ts); the service worker is nobody's first load. */
const early = (await readdir(client)).filter((file) => file.endsWith('.js') && file !== 'push.js');

const loads = [
  {
    name: 'inbox',
    budget: 295 * KB,
    files: [
      ...closure(['index.html', group('queries'), group('shell'), group('inbox'), 'workers/hub/hub.ts']),
      ...early,
    ],
    base: client,
  },
  {
    name: 'login',
    budget: 160 * KB,
    // It shows nothing of before (server/platform/serving/page-document.ts).
    files: [
      ...closure(['index.html', group('login')]),
      ...early.filter((file) => file !== 'first-screen.js'),
    ],
    base: client,
  },
  { name: 'widget', budget: 6.4 * KB, files: ['widget.js'], base: join(root, 'dist', 'widget') },
  // 33.2 until its messages had links as buttons, and addresses were parsed instead of asked for.
  { name: 'chat', budget: 33.3 * KB, files: ['chat.js'], base: join(root, 'dist', 'chat') },
  {
    name: 'hints',
    budget: 3.6 * KB,
    files: ['proactive.js'],
    base: join(root, 'dist', 'proactive'),
  },
  {
    name: 'button',
    budget: 9 * KB,
    files: ['whatsapp-button.js'],
    base: join(root, 'dist', 'whatsapp-button'),
  },
  { name: 'carts', budget: 3 * KB, files: ['carts.js'], base: join(root, 'dist', 'carts') },
];

let failed = false;
/** @param {number} bytes */
const kb = (bytes) => `${(bytes / KB).toFixed(1)} kB`.padStart(9);

for (const load of loads) {
  const sizes = await Promise.all(
    load.files.map(async (file) => ({
      file,
      bytes: await gzipSize(join(load.base, file)),
      sent: await sentSize(join(load.base, file)),
    })),
  );
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const sent = sizes.reduce((sum, each) => sum + each.sent, 0);
  const over = total > load.budget;
  failed ||= over;
  console.log(
    `${load.name.padEnd(8)}${kb(total)} of ${kb(load.budget)}${over ? '  OVER' : ''}, as it is sent ${kb(sent).trim()}`,
  );
  for (const { file, bytes } of sizes.sort((a, b) => b.bytes - a.bytes))
    console.log(`        ${kb(bytes)}  ${file}`);
}

if (failed) fail('a first load is over its budget.');
