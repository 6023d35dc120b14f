import { describe, expect, it } from 'vitest';
import { textParts } from './linkify.ts';

const links = (text: string) =>
  textParts(text)
    .filter((part) => part.kind === 'link')
    .map((part) => part.text);

describe('links in messages', () => {
  it('leaves the full stop after an address in the sentence', () => {
    expect(textParts('Mira https://a.cl/b?c=1. Gracias')).toEqual([
      { kind: 'text', text: 'Mira ', at: 0 },
      { kind: 'link', text: 'https://a.cl/b?c=1', at: 5 },
      { kind: 'text', text: '. Gracias', at: 23 },
    ]);
  });
  it('keeps a bracket that belongs to the address and drops one around it', () => {
    expect(links('https://es.wikipedia.org/wiki/Chile_(país)')).toEqual([
      'https://es.wikipedia.org/wiki/Chile_(país)',
    ]);
    expect(links('(https://a.cl/b)')).toEqual(['https://a.cl/b']);
  });
  it('never makes a link of another scheme', () => {
    expect(links('javascript:alert(1) data:text/html,x ftp://a.cl //a.cl')).toEqual([]);
  });
  it('loses nothing of the text', () => {
    const text = '<b>hola</b> http://x.cl/á y "https://y.cl" fin';
    expect(
      textParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});
