import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * What is built, from which inputs (files or folders, relative to the repository), and one file that proves
 * that the output is there. Packages count through package-lock.json.
 *
 * @typedef {{ name: string, config: string, inputs: string[], proof: string }} Target
 * @type {Target[]}
 */
export const targets = [
  {
    name: 'client',
    config: 'vite.config.ts',
    inputs: [
      'index.html',
      'vite.config.ts',
      'postcss.config.mjs',
      'scripts/support/begin-in-build.ts',
      'scripts/support/hub-in-build.ts',
      'scripts/support/module-closure.ts',
      'scripts/support/parts-ahead.ts',
      'scripts/support/socket-transports.ts',
      'public',
      'src',
      'workers',
      'machines',
      'contract',
    ],
    proof: 'dist/client/index.html',
  },
  {
    name: 'widget',
    config: 'widget/vite.config.ts',
    inputs: ['widget', 'contract'],
    proof: 'dist/widget/widget.js',
  },
  {
    name: 'chat',
    config: 'widget/chat/vite.config.ts',
    inputs: ['widget', 'contract', 'scripts/support/socket-transports.ts'],
    proof: 'dist/chat/chat.js',
  },
  {
    name: 'proactive',
    config: 'widget/proactive/vite.config.ts',
    inputs: ['widget', 'contract'],
    proof: 'dist/proactive/proactive.js',
  },
  {
    name: 'button',
    config: 'widget/button/vite.config.ts',
    inputs: ['widget', 'contract'],
    proof: 'dist/whatsapp-button/whatsapp-button.js',
  },
  {
    name: 'carts',
    config: 'widget/carts/vite.config.ts',
    inputs: ['widget', 'contract'],
    proof: 'dist/carts/carts.js',
  },
  {
    name: 'service worker',
    config: 'workers/push/vite.config.ts',
    inputs: ['workers/push', 'contract', 'scripts/support/built-files.ts', 'dist/client/.vite/manifest.json'],
    proof: 'dist/push/push.js',
  },
  {
    name: 'server',
    config: 'server/vite.config.ts',
    inputs: ['server', 'machines', 'contract'],
    proof: 'dist/server/main.js',
  },
];

const COMMON_INPUTS = [
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/support/compress-ahead.mjs',
];

/** Tests and prose do not change what is built. */
const NOT_AN_INPUT = /(\.(test|bench)\.tsx?|\.md)$/;

/**
 * The files under a file or folder, sorted; none if it doesn't exist.
 *
 * @param {string} path absolute
 * @returns {Promise<string[]>} absolute paths
 */
async function filesUnder(path) {
  if (!existsSync(path)) return [];
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (entries === null) return [path];
  return entries
    .filter((entry) => entry.isFile() && !NOT_AN_INPUT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/**
 * A hash of everything that goes into a target.
 *
 * @param {Target} target
 * @returns {Promise<string>} 64 hex digits
 */
export async function hashInputs(target) {
  const hash = createHash('sha256');
  for (const input of [...COMMON_INPUTS, ...target.inputs]) {
    for (const file of await filesUnder(join(root, input))) {
      hash.update(`${relative(root, file).split(sep).join('/')}\0`);
      hash.update(await readFile(file));
    }
  }
  return hash.digest('hex');
}

/** @param {Target} target */
const stampFile = (target) => join(root, 'dist', 'stamps', target.name);

/**
 * Whether what stands in dist was built from other inputs than today's (or not at all).
 *
 * @param {Target} target
 * @param {string} hash today's, of `hashInputs`
 */
export async function isStale(target, hash) {
  if (!existsSync(join(root, target.proof)) || !existsSync(stampFile(target))) return true;
  return (await readFile(stampFile(target), 'utf8')) !== hash;
}

/**
 * Records what a target was built from. Call it only after the build succeeded.
 *
 * @param {Target} target
 * @param {string} hash taken before the build: an edit made meanwhile makes the next start build again
 */
export async function stamp(target, hash) {
  await mkdir(dirname(stampFile(target)), { recursive: true });
  await writeFile(stampFile(target), hash);
}
