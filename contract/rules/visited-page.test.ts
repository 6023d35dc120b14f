import { expect, it } from 'vitest';
import { PAGE_LENGTH, visitedFrom, visitedPage } from './visited-page.ts';

it('keeps web addresses alone', () => {
  expect(visitedPage('https://tienda.cl/zapatos?color=rojo&talla=42')).toBe(
    'https://tienda.cl/zapatos?color=rojo&talla=42',
  );
  for (const other of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'zapatos',
    '',
    null,
    7,
  ])
    expect(visitedPage(other)).toBeNull();
});

it('drops what opens something or names somebody', () => {
  const page =
    'https://ana:clave@tienda.cl/pedido?id=7&token=abc&access_token=x&email=a%40b.cl&q=a%40b.cl&sid=1&PHPSESSID=2&api_key=3&utm_source=correo&v=0123456789abcdef01234567#access_token=z';
  expect(visitedPage(page)).toBe('https://tienda.cl/pedido?id=7&utm_source=correo');
});

it('leaves no key in the path either, and words as they are', () => {
  expect(
    visitedPage('https://tienda.cl/reset/0123456789abcdef01234567/zapatillas-de-running-para-mujer-2026'),
  ).toBe('https://tienda.cl/reset/%E2%80%A6/zapatillas-de-running-para-mujer-2026');
});

it('is never longer than it may be', () => {
  expect(visitedPage(`https://tienda.cl/a?${'b=c&'.repeat(300)}`)).toBe('https://tienda.cl/a');
  expect(visitedPage(`https://tienda.cl/${'a'.repeat(1_000)}`)).toBe('https://tienda.cl/');
  const longest = visitedPage(`https://tienda.cl/${'ñ '.repeat(60)}`);
  expect(longest?.length).toBeLessThanOrEqual(PAGE_LENGTH);
});

it('names another site as the one they came from, never the page’s own', () => {
  expect(visitedFrom('https://www.google.com/search?q=zapatos', 'https://tienda.cl/')).toBe(
    'https://www.google.com/search?q=zapatos',
  );
  expect(visitedFrom('https://tienda.cl/inicio', 'https://tienda.cl/zapatos')).toBeNull();
  expect(visitedFrom('', 'https://tienda.cl/')).toBeNull();
});
