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
    assets: z._default(z.array(z.string()), []),
  }),
);
type Manifest = z.infer<typeof manifest>;

/** Lines of the document: styles of what it shows first, and what is fetched before anything asks for it. */
type Links = Record<'styles' | 'ahead', string[]>;

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
/**
 * What every screen behind the login waits for, by the starter's name for it and the build's: what asks for it before the
 * page's own script runs, and the worker, which is started with them and not after.
 */
const AHEAD = [
  ['begin', 'begin'],
  ['hub', 'worker-hub'],
] as const;
const FONT = /figtree-latin-wght-normal-[^/]+\.woff2$/;
const hashOf = (text: string | Buffer) => createHash('sha256').update(text).digest('hex').slice(0, 12);
const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Names of the parts (vite.config.ts `groups`) that an address shows first. */
function partsOf(address: string, slug: string): readonly string[] {
  // Whoever comes by the bare address is as often not signed in.
  if (address === '') return [];
  if (address === 'login' || address === 'signin') return ['login'];
  // Under maintenance everything else is refused.
  if (OPEN_PAGES.test(address) || address === 'maintenance') return ['queries'];
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

const preloadOf = (file: string) => `<link rel="modulepreload" crossorigin href="/${attribute(file)}">`;

/**
 * The script of index.html is only fetched; who starts it is told its name, and those of what goes ahead of it. All that
 * is fetched stands behind it: over a plain line a browser asks for six files at once, and this one comes first.
 */
function startedBy(index: string, built: Manifest): string {
  const [tag, address = ''] = /<script type="module" crossorigin src="([^"]+)"><\/script>/.exec(index) ?? [];
  if (tag === undefined) return index;
  const named = AHEAD.flatMap(([attributeName, part]) => {
    const file = Object.values(built).find(({ name }) => name === part)?.file;
    return file === undefined ? [] : ` data-${attributeName}="/${attribute(file)}"`;
  });
  const preload = /\s*<link rel="modulepreload"[^>]*>/g;
  const fetched = new Set([
    ...filesOf(['begin'], built).scripts.map(preloadOf),
    preloadOf(address.slice(1)),
    ...(index.match(preload) ?? []).map((line) => line.trim()),
  ]);
  return index
    .replace(tag, '')
    .replaceAll(preload, '')
    .replace(`src="/${STARTER}"`, () => `src="/${STARTER}" data-main="${address}"${named.join('')}`)
    .replace('</body>', () => `  ${[...fetched].join('\n    ')}\n  </body>`);
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
  const started = named(versions.has(STARTER) ? startedBy(index, built) : index);
  const starting = named(startedByItself(index));
  // What the first words on the screen are written in: asked for only by them they would be drawn twice.
  const fonts = Object.values(built).flatMap(({ assets }) => assets.filter((file) => FONT.test(file)));
  const known = new Map<string, Links>();

  /** Of scripts and styles those that the document does not name itself. */
  function linksOf(parts: readonly string[], document: string): Links {
    const key = parts.join();
    const before = known.get(key);
    if (before) return before;
    const { scripts, styles } = filesOf(parts, built);
    const fresh = (files: readonly string[]) => files.filter((file) => !document.includes(`/${file}"`));
    const links = {
      styles: fresh(styles).map((file) => `<link rel="stylesheet" crossorigin href="/${attribute(file)}">`),
      ahead: [
        ...fresh(scripts).map(preloadOf),
        ...fonts.map(
          (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${attribute(file)}">`,
        ),
      ],
    };
    known.set(key, links);
    return links;
  }

  return {
    of(address, settings) {
      // Data, no script: the policy allows none of those inline. No text in it can end the element.
      const data = JSON.stringify(settings).replaceAll('<', '\\u003c');
      const parts = partsOf(address, settings.product.slug);
      const inside = parts.includes('shell');
      const document = inside ? started : starting;
      const { styles, ahead } = linksOf(parts, document);
      const lines = (...each: string[]) => each.map((line) => `  ${line}\n  `).join('  ');
      const settled = `<script type="application/json" id="${SETTINGS_ELEMENT}">${data}</script>`;
      const html = document
        .replace('</head>', (end) => lines(settled, ...styles) + end)
        .replace(inside ? '</body>' : '</head>', (end) => lines(...ahead) + end);
      return { html, etag: `"${hashOf(html)}"` };
    },
    versionOf: (file) => versions.get(file) ?? null,
  };
}
