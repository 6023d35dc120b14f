/**
 * No circle of folders, at any depth: a folder is its own files, and it counts apart from the folders in it. What
 * composes a folder stands above it (COMPOSES). Tests may look anywhere. The floors of the rooms, which say for each
 * import which way is down, are in `.dependency-cruiser.mjs`.
 * Run from the root: `node scripts/check-folders.mjs`.
 */
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import process from 'node:process';

const ROOMS = ['contract', 'machines', 'workers', 'src', 'widget', 'server'];
/** What one value of a whole folder is made of: a domain, a feature's screens, what every part of the server is given. */
const COMPOSES = /^(server\/\w+\/domain|server\/platform\/app|src\/features\/[\w-]+\/screens)\.ts$/;
const TEST = /(\.(test|bench|fixture)|\/testing|\/vitest-[^/]+)\.tsx?$|vite\.config\.ts$/;

const { stdout, stderr } = spawnSync(
  process.execPath,
  [
    'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
    ...['--config', '.dependency-cruiser.mjs', '--output-type', 'json'],
    ...ROOMS,
  ],
  { encoding: 'utf8', maxBuffer: 1 << 28 },
);
if (!stdout) throw new Error(stderr);
/** @type {{ modules: { source: string, dependencies: { resolved: string }[] }[] }} */
const { modules } = JSON.parse(stdout);

const folderOf = (/** @type {string} */ file) => (COMPOSES.test(file) ? file : dirname(file));
const ours = (/** @type {string} */ file) =>
  ROOMS.some((room) => file.startsWith(`${room}/`)) && !TEST.test(file);

/** Folder → folder that it imports → the imports. @type {Map<string, Map<string, string[]>>} */
const imports = new Map();
for (const { source, dependencies } of modules.filter((module) => ours(module.source))) {
  for (const { resolved } of dependencies.filter((dependency) => ours(dependency.resolved))) {
    const [from, to] = [folderOf(source), folderOf(resolved)];
    if (from === to) continue;
    const others = imports.get(from) ?? new Map();
    imports.set(from, others.set(to, [...(others.get(to) ?? []), `${source} → ${resolved}`]));
  }
}

/** Every folder that can be come to from here. */
function reach(/** @type {string} */ from) {
  /** @type {Set<string>} */
  const found = new Set();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const next of imports.get(at)?.keys() ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      open.push(next);
    }
  }
  return found;
}

const reached = new Map([...imports.keys()].map((folder) => [folder, reach(folder)]));
/** @type {Set<string>} */
const told = new Set();
for (const [folder, others] of reached) {
  if (!others.has(folder) || told.has(folder)) continue;
  const circle = [...others].filter((other) => reached.get(other)?.has(folder));
  for (const each of circle) told.add(each);
  const names = circle.sort().join(', ');
  console.error(`A circle of ${circle.length} folders: ${names}`);
  for (const each of circle) {
    for (const [other, lines] of imports.get(each) ?? []) {
      if (!circle.includes(other)) continue;
      console.error(`  ${each} imports ${other}, ${lines.length} times: ${lines.slice(0, 3).join('; ')}`);
    }
  }
  process.exitCode = 1;
}
if (!process.exitCode) console.log(`${imports.size} folders import others, in no circle.`);
