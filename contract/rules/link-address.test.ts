import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OFFER_LIMITS } from '../offer-limits.ts';
import { linkAddress } from './link-address.ts';
import { linkHost } from './link-host.ts';
import { safeAddress } from './web-address.ts';

const HOSTILE = [
  'javascript:alert(1)',
  'JaVaScRiPt://tienda.cl/%0aalert(1)',
  'data:text/html,<script>1</script>',
  'http://tienda.cl',
  'ftp://tienda.cl',
  '//tienda.cl',
  'https:tienda.cl',
  'https:/tienda.cl',
  'https:///tienda.cl',
  'https://',
  'https://tienda',
  'https://localhost/admin',
  'https://[::1]/',
  'https://ana:clave@tienda.cl/',
  'https://tienda.cl@malo.cl/',
  'https://@tienda.cl/',
  'https://tienda.cl\\@malo.cl/',
  'https:\\\\malo.cl/',
  'https://tienda.cl/a b',
  'https://tienda.cl/\u0000',
  'https://tienda.cl/\u202egpj.exe',
  'https://tien\u200bda.cl/',
  'https://tienda.cl/\nhttps://malo.cl',
  'https://tienda.cl/"onclick="x',
  'https://tienda.cl/<b>',
  'https://tienda.cl/\ud800',
  `https://tienda.cl/${'x'.repeat(OFFER_LIMITS.address)}`,
  `https://tienda.cl/${'ñ'.repeat(OFFER_LIMITS.address / 2)}`,
  '',
];

it('INB-130 no other scheme, no credentials, nothing hidden, no length without end and no machine of one’s own is an address', () => {
  for (const one of HOSTILE) {
    expect(linkAddress(one).url, JSON.stringify(one)).toBeUndefined();
    expect(linkAddress(one).fault, JSON.stringify(one)).toMatch(/dirección/);
  }
});

it('INB-130 an address is kept in one form, whose site is what it says', () => {
  expect(linkAddress(' https://Tienda.cl ').url).toBe('https://tienda.cl/');
  expect(linkAddress('HTTPS://tienda.cl/a?b=c#d').url).toBe('https://tienda.cl/a?b=c#d');
  expect(linkAddress('https://ñandú.cl/año').url).toBe('https://xn--and-6ma2c.cl/a%C3%B1o');
  // A Cyrillic 'а' passes for no Latin one.
  expect(linkHost('https://\u0430pple.com/')).toMatch(/^xn--/);
  expect(linkHost('https://tienda.cl:8443/x')).toBe('tienda.cl:8443');
});

it('INB-130 whatever is typed: what is taken is https, in ASCII, without credentials, and the same when judged again', () => {
  const typed = fc.oneof(
    fc.webUrl({ validSchemes: ['https', 'http'], withFragments: true, withQueryParameters: true }),
    fc.string({ unit: 'binary', maxLength: 60 }).map((rest) => `https://${rest}`),
    fc
      .tuple(fc.webUrl({ validSchemes: ['https'] }), fc.string({ unit: 'binary', maxLength: 20 }))
      .map(([url, rest]) => `${url}${rest}`),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(typed, (written) => {
      const { url } = linkAddress(written);
      if (url === undefined) return;
      const { protocol, username, password, href, hostname } = new URL(url);
      expect([protocol, username, password, href]).toEqual(['https:', '', '', url]);
      expect(hostname).toContain('.');
      expect(url).toMatch(/^[\x21-\x7e]+$/);
      expect(url.length).toBeLessThanOrEqual(OFFER_LIMITS.address);
      expect(linkAddress(url)).toEqual({ url });
      // Texts show it as a link as well.
      expect(safeAddress(url)).toBe(url);
    }),
    { numRuns: 300 },
  );
});

it('INB-130 a site is named only of a page by https, without credentials, of a public name', () => {
  const others = [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://tienda.cl/',
    'https://a@tienda.cl/',
    'https://localhost/',
    '',
    'x',
  ];
  for (const one of others) expect(linkHost(one), one).toBeNull();
  expect(linkHost('https://xn--tinda-8ya.cl:8443/a?b')).toBe('xn--tinda-8ya.cl:8443');
});
