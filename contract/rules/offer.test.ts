import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OFFER_LIMITS } from '../offer-limits.ts';
import { CHANNELS } from '../states.ts';
import { menuFit } from './menu-channels.ts';
import { offerFault, offerForm, withOptions } from './offer.ts';

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
