import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parsedUrl } from './parsed-url.ts';

it('takes an address with a letter of Spanish as often as it is asked', () => {
  let taken = 0;
  for (let n = 0; n < 20_000; n += 1)
    if (parsedUrl('https://ñandú.cl/año')?.host === 'xn--and-6ma2c.cl') taken += 1;
  expect(taken).toBe(20_000);
  expect(parsedUrl('ñandú')).toBeNull();
  expect(parsedUrl('/año', 'https://tienda.cl/x')?.href).toBe('https://tienda.cl/a%C3%B1o');
});

it('nobody asks URL.canParse, which forgets those letters', () => {
  const rooms = ['contract', 'machines', 'server', 'workers', 'src', 'widget', 'scripts'];
  const sources = rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
      .map((name) => `${room}/${name}`),
  );
  expect(sources.length).toBeGreaterThan(1_000);
  expect(sources.filter((path) => /URL\.canParse\(/.test(readFileSync(path, 'utf8')))).toEqual([]);
});
