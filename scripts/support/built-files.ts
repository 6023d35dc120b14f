/** What the client's build says of its files, at the time when the service worker is built (its vite.config.ts). */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EARLY_SCRIPTS } from '../../contract/early-scripts.ts';

interface Part {
  file: string;
  name?: string;
  imports?: string[];
  css?: string[];
  /** Fonts and pictures; where the builder has not filled in a name, no file. */
  assets?: string[];
}

/** What the inbox needs to show rows, a conversation and the field: the parts of vite.config.ts. */
const PARTS = ['index', 'queries', 'shell', 'inbox', 'conversation', 'beside'];
/** The hub's worker, and what it asks for once it runs. */
const HUB = /^assets\/(worker-hub|dexie)-/;

/**
 * @param client where the client's build lies (dist/client)
 * @returns addresses, with `main` the one by which a document names this build
 */
export function builtFiles(client: string): { main: string; files: string[] } {
  const manifest = join(client, '.vite/manifest.json');
  if (!existsSync(manifest)) throw new Error('The service worker keeps the built client: build that first.');
  const built = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, Part>;
  const isWanted = ({ file, name = '' }: Part) => PARTS.includes(name) || HUB.test(file);
  const waiting = Object.keys(built).filter((key) => isWanted(built[key] ?? { file: '' }));
  const seen = new Set<string>();
  const files = new Set<string>();
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const part = built[key];
    if (!part || seen.has(key)) continue;
    seen.add(key);
    const fonts = (part.assets ?? []).filter((file) => file.endsWith('.woff2'));
    for (const file of [part.file, ...(part.css ?? []), ...fonts]) files.add(`/${file}`);
    waiting.push(...(part.imports ?? []));
  }
  // As the server's documents name it (server/platform/serving/page-document.ts).
  const early = EARLY_SCRIPTS.map((file) => {
    const hash = createHash('sha256').update(readFileSync(join(client, file)));
    return `/${file}?${hash.digest('hex').slice(0, 12)}`;
  });
  return {
    main: `/${built['index.html']?.file ?? ''}`,
    files: [...files, ...early, '/favicon.svg'],
  };
}
