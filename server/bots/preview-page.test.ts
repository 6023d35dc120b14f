import { expect, it } from 'vitest';
import { framedSite, previewHtml, previewPolicy } from './preview-page.ts';

it('frames web addresses alone', () => {
  expect(framedSite('https://tienda.cl/x')).toBe('https://tienda.cl/x');
  expect(framedSite('tienda.cl')).toBe('https://tienda.cl/');
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '', undefined, ['a']]) {
    expect(framedSite(bad)).toBeNull();
  }
});

it('writes what it was given as text, never as markup', () => {
  const html = previewHtml({
    botId: 64,
    token: '"><script>alert(1)</script>',
    site: null,
    name: '<b>x</b>',
    nonce: 'n',
  });
  expect(html).not.toContain('<script>alert');
  expect(html).not.toContain('<b>x');
  expect(html.match(/<script/g)).toHaveLength(1);
});

it('allows no inline script', () => {
  expect(previewPolicy('n', 'https://panel.ejemplo.cl')).toContain("script-src 'self';");
});

it('speaks with its own origin alone', () => {
  const connect = (publicUrl: string) => /connect-src ([^;]*)/.exec(previewPolicy('n', publicUrl))?.[1];
  expect(connect('https://panel.ejemplo.cl')).toBe("'self' wss://panel.ejemplo.cl");
  expect(connect('http://127.0.0.1:3000')).toBe("'self' ws://127.0.0.1:3000");
});
