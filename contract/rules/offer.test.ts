import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OFFER_LIMITS } from '../offer-limits.ts';
import { CHANNELS } from '../states.ts';
import { menuFit } from './menu-channels.ts';
import { mixtureFault, offerFault, offerForm, withOptions } from './offer.ts';
import { offeredBy, withoutTwins } from './offered-links.ts';

const label = fc.string({ minLength: 1, maxLength: 24, unit: 'grapheme' });
const labels = fc.array(label, { minLength: 1, maxLength: 12 });
const text = fc.string({ maxLength: OFFER_LIMITS.whatsappText + 50 });

it('INB-102 what is offered is cut, doubled or left out by no channel: as buttons, or as a list that names all of it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CHANNELS), text, labels, (channel, words, offered) => {
      if (offerFault(offered) !== null) return;
      const form = offerForm(channel, words, offered);
      if (form === 'words') {
        const said = withOptions(words, offered);
        for (const [place, one] of offered.entries()) expect(said).toContain(`${place + 1}. ${one}`);
        expect(said.startsWith(words)).toBe(true);
      } else {
        expect(menuFit(channel, offered).fits).toBe(true);
        if (channel === 'whatsapp') expect(words.length).toBeLessThanOrEqual(OFFER_LIMITS.whatsappText);
      }
    }),
  );
});

it('INB-102 a channel gets buttons, a list, quick replies or words, by how many there are and how long the text is', () => {
  const many = ['Uno', 'Dos', 'Tres', 'Cuatro'];
  const long = 'x'.repeat(OFFER_LIMITS.whatsappText + 1);
  expect(offerForm('web', long, many)).toBe('buttons');
  expect(offerForm('whatsapp', 'Hola', many.slice(1))).toBe('buttons');
  expect(offerForm('whatsapp', 'Hola', many)).toBe('list');
  expect(offerForm('whatsapp', long, many)).toBe('words');
  expect(offerForm('instagram', long, many)).toBe('quick_replies');
});

it('INB-102 blank, long, doubled and too many labels are no options, and it is said why', () => {
  expect(offerFault(['Sí', 'No'])).toBeNull();
  expect(offerFault(['Sí', ' '])).toContain('cada botón');
  expect(offerFault(['x'.repeat(21)])).toContain('20');
  expect(offerFault(['Sí', 'Sí'])).toContain('dos veces');
  expect(offerFault(Array.from({ length: 11 }, (_, at) => `b${at}`))).toContain('10');
});

const link = fc.record({ label, url: fc.webUrl({ validSchemes: ['https'], size: 'small' }) });
const parts = fc.tuple(fc.array(label, { maxLength: 4 }), fc.array(link, { minLength: 1, maxLength: 4 }));

it('INB-131 what is offered with links is what the channel takes, stands in the words with its addresses, or is said to fit nowhere', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CHANNELS), text, parts, (channel, words, [offered, links]) => {
      if (offerFault(offered, links) !== null) return;
      const all = offered.length + links.length;
      const takes = { web: true, whatsapp: all === 1, messenger: all <= 3, instagram: all <= 3 }[channel];
      expect(mixtureFault(channel, offered, links) === null).toBe(takes);
      if (!takes) return;
      const most = { web: Number.POSITIVE_INFINITY, whatsapp: 1024, messenger: 640, instagram: 80 }[channel];
      const form = offerForm(channel, words, offered, links);
      expect(form).toBe(words.length <= most ? 'link' : 'words');
      const said = withOptions(words, offered, links);
      for (const { label: one, url } of links) expect(said).toContain(`${one}: ${url}`);
    }),
  );
});

it('INB-131 a link has a text and an address like any button, counts among them, and what is wrong is said with its name', () => {
  const url = 'https://tienda.cl/';
  expect(offerFault([], [{ label: 'Tienda', url }])).toBeNull();
  expect(offerFault([], [{ label: ' ', url }])).toContain('cada botón');
  expect(offerFault([], [{ label: 'x'.repeat(21), url }])).toContain('20');
  expect(offerFault(['Tienda'], [{ label: 'Tienda', url }])).toContain('dos veces');
  expect(
    offerFault(
      ['a'],
      Array.from({ length: 10 }, (_, at) => ({ label: `b${at}`, url })),
    ),
  ).toContain('10');
  expect(offerFault([], [{ label: 'Tienda', url: 'http://tienda.cl' }])).toMatch(/«Tienda».*https/);
  expect(mixtureFault('whatsapp', ['Sí'], [{ label: 'Tienda', url }])).toContain('WhatsApp');
  expect(mixtureFault('whatsapp', ['Sí'], [])).toBeNull();
});

it('INB-131 what a message offered is offered again as it was, and brought twice it is one', () => {
  const links = [{ label: 'Tienda', url: 'https://tienda.cl/' }];
  const buttons = [
    { id: '1', label: 'Sí' },
    { id: '2', label: 'Tienda', url: 'https://tienda.cl/' },
  ];
  expect(offeredBy(buttons)).toEqual({ buttons: ['Sí'], links });
  expect(withoutTwins([...links, ...links])).toEqual(links);
});
