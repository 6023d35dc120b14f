import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOSTILE_TEXTS } from './hostile-texts.ts';
import { plainText, richText } from './rich-text.ts';
import type { Block, Inline, Reading } from './rich-text-tree.ts';

const markdown: Reading = { dialect: 'markdown', labels: true };
const whatsapp: Reading = { dialect: 'whatsapp', labels: true };
const customer: Reading = { dialect: 'markdown', labels: false };

/** A tree as short text: `strong(…)`, `link[url](…)`; blocks separated by `|`. */
function drawn(blocks: readonly Block[]): string {
  const inline = (of: readonly Inline[]): string =>
    of
      .map((part) => {
        if (part.kind === 'text') return part.text;
        if (part.kind === 'code') return `code(${part.text})`;
        const inner = inline(part.of);
        return part.kind === 'link' ? `link[${part.url}](${inner})` : `${part.kind}(${inner})`;
      })
      .join('');
  const block = (one: Block): string => {
    if (one.kind === 'lines') return inline(one.of);
    if (one.kind === 'code') return `pre(${one.text})`;
    if (one.kind === 'quote') return `quote(${inline(one.of)})`;
    const items = one.items.map((item) => '>'.repeat(item.depth) + inline(item.of));
    return `${one.start ?? 'list'}(${items.join(',')})`;
  };
  return blocks.map(block).join(' | ');
}
const read = (text: string, reading = markdown) => drawn(richText(text, reading));

describe('markdown', () => {
  it.each([
    ['**fuerte** y *suave* y ~~no~~', 'strong(fuerte) y em(suave) y strike(no)'],
    ['__fuerte__ y _suave_', 'strong(fuerte) y em(suave)'],
    ['***las dos***', 'strong(em(las dos))'],
    ['**fuerte con *suave* dentro**', 'strong(fuerte con em(suave) dentro)'],
    ['`a * b` y ``x`y``', 'code(a * b) y code(x`y)'],
    ['\\*sin marca\\*', '*sin marca*'],
    ['# Título\ntexto', 'strong(Título) | texto'],
    ['> dicho\n> antes\nahora', 'quote(dicho\nantes) | ahora'],
    ['Lleva:\n- pan\n- **vino**\n  - tinto\nListo', 'Lleva: | list(pan,strong(vino),>tinto) | Listo'],
    ['3. tres\n4. cuatro', '3(tres,cuatro)'],
    ['```js\nif (a < b) {}\n```', 'pre(if (a < b) {})'],
  ])('reads %j', (text, tree) => expect(read(text)).toBe(tree));

  it.each([
    '2*3*4 y nombre_de_archivo_largo',
    '* suelto',
    '- una sola raya',
    '**sin cerrar',
    'a ** b ** c',
    '~5 minutos~ aprox.',
    '``` sin fin',
    '````',
    '[texto](javascript:alert(1))',
    '[texto](data:text/html,x)',
    '[texto] (https sin nada)',
    '1990. un año',
    '',
  ])('leaves %j as it is', (text) => expect(read(text)).toBe(text));

  it('keeps line breaks, and blank lines between lines', () => {
    expect(read('uno\n\ndos\ntres')).toBe('uno\n\ndos\ntres');
    expect(read('\n- a\n- b\n\n\nfin\n')).toBe('list(a,b) | fin');
  });

  it('closes marks that cross in favour of the outer one', () => {
    expect(read('**a *b** c*')).toBe('strong(a *b) c*');
  });
});

describe('whatsapp', () => {
  it.each([
    ['*fuerte* _suave_ ~no~', 'strong(fuerte) em(suave) strike(no)'],
    ['_*las dos*_', 'em(strong(las dos))'],
    ['```fijo```', 'code(fijo)'],
    ['**no es suyo**', '**no es suyo**'],
    ['# no es título', '# no es título'],
    ['C:\\*carpeta*', 'C:\\strong(carpeta)'],
  ])('reads %j', (text, tree) => expect(read(text, whatsapp)).toBe(tree));
});

describe('links', () => {
  const wiki = 'https://es.wikipedia.org/wiki/Chile_(pa%C3%ADs)';
  it.each([
    ['mira https://a.cl/b?c=1.', 'mira link[https://a.cl/b?c=1](https://a.cl/b?c=1).'],
    [`(${wiki})`, `(link[${wiki}](${wiki}))`],
    ['**https://a.cl**', 'strong(link[https://a.cl](https://a.cl))'],
    ['[la *tienda*](https://a.cl)', 'link[https://a.cl](la em(tienda))'],
    ['HTTPS://A.CL', 'link[HTTPS://A.CL](HTTPS://A.CL)'],
    ['[https://banco.cl](https://malo.cl)', 'link[https://malo.cl](https://malo.cl)'],
    ['xhttps://a.cl', 'xhttps://a.cl'],
    ['http://', 'http://'],
  ])('reads %j', (text, tree) => expect(read(text)).toBe(tree));

  it.each(['', ' ', '\n'])('shows what a link without words was written as: %j', (words) => {
    const text = `[${words}](https://a.cl)`;
    expect(plainText(richText(text, markdown)).trim()).toBe(text);
  });

  it.each(['*_*', '**__', '*_', '***___', '[**__](https://a.cl)'])(
    'shows marks around nothing: %j',
    (text) => {
      expect(plainText(richText(text, markdown))).toBe(text.replace(/^\[(.*)\].*/, '$1'));
    },
  );

  it('never hides where a customer’s link leads behind a label', () => {
    expect(read('[https://banco.cl](https://malo.cl)', customer)).toBe(
      '[link[https://banco.cl](https://banco.cl)](link[https://malo.cl](https://malo.cl))',
    );
  });
});

describe('whatever the text is', () => {
  const marks = fc.constantFrom(
    '*',
    '**',
    '_',
    '__',
    '~',
    '~~',
    '`',
    '```',
    '[',
    ']',
    '](',
    ')',
    '\\',
    '\n',
    '\n- ',
    '\n> ',
  );
  const words = fc.constantFrom(
    'a',
    'hola',
    ' ',
    'https://a.cl',
    'javascript:x',
    '<b>',
    '😀',
    'é',
    '\u202E',
    '\uD800',
  );
  const texts = fc
    .array(fc.oneof(marks, words, fc.string({ maxLength: 4 })), { maxLength: 60 })
    .map((all) => all.join(''));
  const readings = fc.constantFrom(markdown, whatsapp, customer);
  const links = (of: readonly Inline[]): string[] =>
    of.flatMap((part) =>
      'of' in part ? [...(part.kind === 'link' ? [part.url] : []), ...links(part.of)] : [],
    );
  const allInline = (blocks: readonly Block[]) =>
    blocks.flatMap((block) =>
      block.kind === 'list' ? block.items.flatMap((item) => item.of) : block.kind === 'code' ? [] : block.of,
    );

  it('every link is http or https', () => {
    fc.assert(
      fc.property(texts, readings, (text, reading) => {
        for (const url of links(allInline(richText(text, reading)))) {
          expect(['http:', 'https:']).toContain(new URL(url).protocol);
        }
      }),
    );
  });

  it('no word is lost or changes its place', () => {
    const pieces = fc.array(
      marks.filter((mark) => mark !== '```'),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(pieces, readings, (between, reading) => {
        const numbered = between.map((mark, place) => `${mark}w${place}`).join('');
        const shown = plainText(richText(numbered, { ...reading, labels: false }));
        expect(shown.match(/w\d+/g) ?? []).toEqual(numbered.match(/w\d+/g) ?? []);
      }),
    );
  });

  it.each(HOSTILE_TEXTS)('reads $name without a throw and keeps its meaning', ({ text }) => {
    for (const reading of [markdown, whatsapp, customer]) {
      const blocks = richText(text, reading);
      for (const url of links(allInline(blocks))) expect(url).toMatch(/^https?:\/\//i);
    }
  });

  it.each(['*a ', '*', '[', '`', '_a*b', '[a](', '<a ', '> ', 'http://', '```\n', '- a\n', '](', '~~*_'])(
    'takes a message of nothing but %j in its stride',
    (piece) => {
      const long = piece.repeat(Math.ceil(50_000 / piece.length));
      for (const reading of [markdown, whatsapp, customer]) richText(long, reading);
    },
  );
});
