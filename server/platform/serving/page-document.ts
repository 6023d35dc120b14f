/**
 * The document of every page address: the built index.html with what its first screen needs, so that after the document
 * nothing comes in a row: the start settings as data, the files of the screen that the address leads to, and the
 * scripts that run before the first paint under addresses that may be kept for ever.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type ClientConfig, SETTINGS_ELEMENT } from '../../../contract/calls/platform.ts';
import { EARLY_SCRIPTS } from '../../../contract/early-scripts.ts';
import { OPEN_PAGES } from '../../../contract/page-addresses.ts';

/** What the client's build says of its files (Vite's manifest.json). */
const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    name: z.optional(z.string()),
    imports: z._default(z.array(z.string()), []),
    css: z._default(z.array(z.string()), []),
  }),
);
type Manifest = z.infer<typeof manifest>;

export interface PageDocument {
  html: string;
  etag: string;
}
export interface PageDocuments {
  /** @param address the page's path without the first slash */
  of(address: string, settings: ClientConfig): PageDocument;
  /** The file's address in documents carries this as its query: then it never changes. Null: it is asked for anew. */
  versionOf(file: string): string | null;
}

/** Starts the page's own script, once what it shows is painted. */
const STARTER = 'first-screen.js';
/** The worker that every screen behind the login waits for: started with the page's own script, not after it. */
const HUB = 'worker-hub';
const hashOf = (text: string | Buffer) => createHash('sha256').update(text).digest('hex').slice(0, 12);
const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Names of the parts (vite.config.ts `groups`) that an address shows first. */
function partsOf(address: string, slug: string): readonly string[] {
  // Whoever comes by the bare address is as often not signed in.
  if (address === '') return [];
  if (address === 'login' || address === 'signin') return ['login'];
  if (OPEN_PAGES.test(address)) return ['queries'];
  if (address === `${slug}-live-2`) return ['queries', 'shell', 'inbox'];
  if (address === 'dashboard') return ['queries', 'shell', 'dashboard-screen'];
  return ['queries', 'shell'];
}

/** The parts' scripts and styles with all that they import, each once. */
function filesOf(parts: readonly string[], built: Manifest): { scripts: string[]; styles: string[] } {
  const waiting = Object.keys(built).filter((key) => parts.includes(built[key]?.name ?? ''));
  const seen = new Set<string>();
  const styles = new Set<string>();
  for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
    const part = built[key];
    if (!part || seen.has(key)) continue;
    seen.add(key);
    for (const style of part.css) styles.add(style);
    waiting.push(...part.imports);
  }
  return { scripts: [...seen].flatMap((key) => built[key]?.file ?? []), styles: [...styles] };
}

/**
 * The script of index.html is only fetched; who starts it is told its name, and that of the worker it will need. All
 * that is fetched stands behind it: over a plain line a browser asks for six files at once, and this one comes first.
 */
function startedBy(index: string, hub: string | undefined): string {
  const [tag, address] = /<script type="module" crossorigin src="([^"]+)"><\/script>/.exec(index) ?? [];
  if (tag === undefined) return index;
  const worker = hub === undefined ? '' : ` data-hub="/${attribute(hub)}"`;
  const preload = /\s*<link rel="modulepreload"[^>]*>/g;
  const fetched = [
    `<link rel="modulepreload" crossorigin href="${address}">`,
    ...(index.match(preload) ?? []),
  ];
  return index
    .replace(tag, '')
    .replaceAll(preload, '')
    .replace(`src="/${STARTER}"`, () => `src="/${STARTER}" data-main="${address}"${worker}`)
    .replace('</body>', () => `  ${fetched.map((line) => line.trim()).join('\n    ')}\n  </body>`);
}
/** Where nothing of an earlier page is ever shown the script of index.html starts itself. */
const startedByItself = (index: string): string =>
  index.replace(new RegExp(`\\s*(<!--[^>]*-->)?\\s*<script src="/${STARTER}"[^>]*></script>`), '');

/**
 * @param folder where the client's build lies, with or without its manifest
 * @param index the text of its index.html
 */
export function pageDocuments(folder: string, index: string): PageDocuments {
  const list = join(folder, '.vite/manifest.json');
  const built = existsSync(list) ? manifest.parse(JSON.parse(readFileSync(list, 'utf8'))) : {};
  const versions = new Map<string, string>(
    EARLY_SCRIPTS.filter((file) => existsSync(join(folder, file))).map((file) => [
      file,
      hashOf(readFileSync(join(folder, file))),
    ]),
  );
  const named = (text: string) =>
    [...versions].reduce(
      (before, [file, version]) => before.replace(`"/${file}"`, () => `"/${file}?${version}"`),
      text,
    );
  const hub = Object.values(built).find(({ name }) => name === HUB)?.file;
  const started = named(versions.has(STARTER) ? startedBy(index, hub) : index);
  const starting = named(startedByItself(index));
  const known = new Map<string, string>();

  /** Scripts and styles that index.html names itself are left out. */
  function preloads(parts: readonly string[]): string {
    const key = parts.join();
    const before = known.get(key);
    if (before !== undefined) return before;
    const { scripts, styles } = filesOf(parts, built);
    const lines = [
      ...scripts.map((file) => [file, `<link rel="modulepreload" crossorigin href="/${attribute(file)}">`]),
      ...styles.map((file) => [
        file,
        `<link rel="preload" as="style" crossorigin href="/${attribute(file)}">`,
      ]),
    ].flatMap(([file = '', line = '']) => (index.includes(`/${file}"`) ? [] : [line]));
    known.set(key, lines.join('\n    '));
    return lines.join('\n    ');
  }

  return {
    of(address, settings) {
      // Data, no script: the policy allows none of those inline. No text in it can end the element.
      const data = JSON.stringify(settings).replaceAll('<', '\\u003c');
      const parts = partsOf(address, settings.product.slug);
      const inside = parts.includes('shell');
      const html = (inside ? started : starting)
        .replace(
          '</head>',
          () => `  <script type="application/json" id="${SETTINGS_ELEMENT}">${data}</script>\n  </head>`,
        )
        .replace(inside ? '</body>' : '</head>', (end) => `  ${preloads(parts)}\n  ${end}`);
      return { html, etag: `"${hashOf(html)}"` };
    },
    versionOf: (file) => versions.get(file) ?? null,
  };
}
