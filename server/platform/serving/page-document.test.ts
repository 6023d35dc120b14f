import { mkdtempSync, rmSync } from 'node:fs';
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
