import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { pageDocuments } from './page-document.ts';

const SETTINGS = { product: { name: 'Charla', slug: 'charla' }, demo: false, build: 'x' };
const HEAD = '<head><script type="module" crossorigin src="/assets/index-a1.js"></script></head>';
const STARTED = `${HEAD}<body><script src="/first-screen.js"></script></body>`;
const STARTER = { 'first-screen.js': 'show()' };

/** Of a build that consists of these files. */
function documentsOf(index: string, files: Record<string, string> = {}): ReturnType<typeof pageDocuments> {
  const folder = mkdtempSync(join(tmpdir(), 'charla-document-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return pageDocuments(folder, index);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('lets no text of the settings end its element or be taken for a pattern', () => {
  const settings = {
    ...SETTINGS,
    product: { name: "</script><script>alert(1)</script>$&$'<!--", slug: 'charla' },
  };
  const { html } = documentsOf('<head><title>App</title></head>').of('agentes', settings);
  expect(html.match(/<\/?script/g)).toEqual(['<script', '</script']);
  const [, data = ''] = /id="client-config">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(data)).toEqual(settings);
});

it('has the page’s script started by what shows the kept first screen, and fetched at once', () => {
  const { html } = documentsOf(STARTED, STARTER).of('agentes', SETTINGS);
  expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/index-a1.js">');
  expect(html).toMatch(
    /<script src="\/first-screen\.js\?[0-9a-f]{12}" data-main="\/assets\/index-a1\.js"><\/script>/,
  );
  expect(html).not.toContain('type="module"');
});

it('has what shows the kept first screen asked for before all the files that it does not wait for', () => {
  const manifest = JSON.stringify({
    a: { file: 'assets/shell-c3.js', name: 'shell', css: ['assets/shell-d4.css'], imports: ['b'] },
    b: { file: 'assets/begin-e5.js', name: 'begin' },
    'index.html': { file: 'assets/index-a1.js', assets: ['assets/figtree-latin-wght-normal-f6.woff2'] },
  });
  const index = STARTED.replace(
    '</head>',
    '<link rel="modulepreload" crossorigin href="/assets/common-b2.js"></head>',
  );
  const { html } = documentsOf(index, { ...STARTER, '.vite/manifest.json': manifest }).of(
    'agentes',
    SETTINGS,
  );
  const asked = [...html.matchAll(/(?:src|href)="([^"?]+)/g)].map(([, address]) => address);
  expect(asked).toEqual([
    // Blocks nothing but what is drawn with it.
    '/assets/shell-d4.css',
    '/first-screen.js',
    // What asks for everything runs before what draws it.
    '/assets/begin-e5.js',
    '/assets/index-a1.js',
    '/assets/common-b2.js',
    '/assets/shell-c3.js',
    '/assets/figtree-latin-wght-normal-f6.woff2',
  ]);
  expect(html).toContain(' data-begin="/assets/begin-e5.js"');
  expect(html).toContain('<link rel="stylesheet" crossorigin href="/assets/shell-d4.css">\n  </head>');
});

it('leaves out what shows the kept first screen where there is none: the page’s script starts itself', () => {
  const index = `${HEAD}<body><div id="root"></div>\n<!-- As it was. -->\n<script src="/first-screen.js" data-build="7"></script>\n</body>`;
  const { html } = documentsOf(index, STARTER).of('login', SETTINGS);
  expect(html).toContain('<script type="module" crossorigin src="/assets/index-a1.js"></script>');
  expect(html).toMatch(/<body><div id="root"><\/div>\s*<\/body>/);
});

it('names the hub’s worker to what starts the page where somebody signed in will need it, and nowhere else', () => {
  const manifest = JSON.stringify({ hub: { file: 'assets/worker-hub-b2.js', name: 'worker-hub' } });
  const documents = documentsOf(STARTED, { ...STARTER, '.vite/manifest.json': manifest });
  const named = (address: string) =>
    documents.of(address, SETTINGS).html.includes('data-hub="/assets/worker-hub-b2.js"');
  expect(['charla-live-2', 'dashboard', 'agentes'].map(named)).toEqual([true, true, true]);
  expect(['', 'login', 'registro', 'maintenance'].map(named)).toEqual([false, false, false, false]);
});
