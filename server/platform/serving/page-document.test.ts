import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pageDocuments } from './page-document.ts';

it('lets no text of the settings end its element or be taken for a pattern', () => {
  const folder = mkdtempSync(join(tmpdir(), 'charla-document-'));
  const settings = {
    product: { name: "</script><script>alert(1)</script>$&$'<!--", slug: 'charla' },
    demo: false,
    build: 'x',
  };
  const { html } = pageDocuments(folder, '<head><title>App</title></head>').of('agentes', settings);
  rmSync(folder, { recursive: true });
  expect(html.match(/<\/?script/g)).toEqual(['<script', '</script']);
  const [, data = ''] = /id="client-config">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(data)).toEqual(settings);
});

it('has the page’s script started by what shows the kept first screen, and fetched at once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'charla-document-'));
  writeFileSync(join(folder, 'first-screen.js'), 'show()');
  const settings = { product: { name: 'Charla', slug: 'charla' }, demo: false, build: 'x' };
  const { html } = pageDocuments(
    folder,
    '<head><script type="module" crossorigin src="/assets/index-a1.js"></script></head><body><script src="/first-screen.js"></script></body>',
  ).of('agentes', settings);
  rmSync(folder, { recursive: true });
  expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/index-a1.js">');
  expect(html).toMatch(
    /<script src="\/first-screen\.js\?[0-9a-f]{12}" data-main="\/assets\/index-a1\.js"><\/script>/,
  );
  expect(html).not.toContain('type="module"');
});

it('leaves out what shows the kept first screen where there is none: the page’s script starts itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'charla-document-'));
  writeFileSync(join(folder, 'first-screen.js'), 'show()');
  const settings = { product: { name: 'Charla', slug: 'charla' }, demo: false, build: 'x' };
  const { html } = pageDocuments(
    folder,
    '<head><script type="module" crossorigin src="/assets/index-a1.js"></script></head><body><div id="root"></div>\n<!-- As it was. -->\n<script src="/first-screen.js" data-build="7"></script>\n</body>',
  ).of('login', settings);
  rmSync(folder, { recursive: true });
  expect(html).toContain('<script type="module" crossorigin src="/assets/index-a1.js"></script>');
  expect(html).toMatch(/<body><div id="root"><\/div>\s*<\/body>/);
});

it('names the hub’s worker to what starts the page where somebody signed in will need it, and nowhere else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'charla-document-'));
  writeFileSync(join(folder, 'first-screen.js'), 'show()');
  mkdirSync(join(folder, '.vite'));
  writeFileSync(
    join(folder, '.vite/manifest.json'),
    JSON.stringify({ hub: { file: 'assets/worker-hub-b2.js', name: 'worker-hub' } }),
  );
  const settings = { product: { name: 'Charla', slug: 'charla' }, demo: false, build: 'x' };
  const documents = pageDocuments(
    folder,
    '<head><script type="module" crossorigin src="/assets/index-a1.js"></script></head><body><script src="/first-screen.js"></script></body>',
  );
  rmSync(folder, { recursive: true });
  const named = (address: string) =>
    documents.of(address, settings).html.includes('data-hub="/assets/worker-hub-b2.js"');
  expect(['charla-live-2', 'dashboard', 'agentes'].map(named)).toEqual([true, true, true]);
  expect(['', 'login', 'registro'].map(named)).toEqual([false, false, false]);
});
