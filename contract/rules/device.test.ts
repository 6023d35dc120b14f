import { expect, it } from 'vitest';
import { deviceOf, deviceText } from './device.ts';

it('tells kind, system and browser', () => {
  const text = (agent: string) => deviceText(deviceOf(agent));
  expect(
    text(
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36',
    ),
  ).toBe('Celular · Android · Chrome');
  expect(
    text(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Mobile/15E148 Safari/604.1',
    ),
  ).toBe('Celular · iOS · Safari');
  expect(
    text('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0'),
  ).toBe('Computador · Windows · Edge');
  expect(
    text(
      'Mozilla/5.0 (Linux; Android 13; SM-X200) AppleWebKit/537.36 SamsungBrowser/23.0 Chrome/115.0 Safari/537.36',
    ),
  ).toBe('Tablet · Android · Samsung Internet');
  expect(text('Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0')).toBe(
    'Computador · Linux · Firefox',
  );
  expect(text(`x${'a'.repeat(10_000)}`)).toBe('Computador');
});
