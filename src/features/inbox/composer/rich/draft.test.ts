import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { richText } from '../../../../../contract/rules/rich-text.ts';
import type { Inline } from '../../../../../contract/rules/rich-text-tree.ts';
import { type Dialect, dialectOf } from '../format/marks.ts';
import { readingOf } from './read-draft.ts';
import { readDraft, writeDraft } from './write-draft.ts';
import { type Line, lettersOf, type MarkName, type Piece, piecesOf, sameWritten } from './written.ts';

const dialect = (channel: 'web' | 'whatsapp'): Dialect => {
  const found = dialectOf(channel, false);
  if (!found) throw new Error('Both channels have marks');
  return found;
};
const dialects = fc.constantFrom(dialect('web'), dialect('whatsapp'));

/** What the customer sees: each letter with its looks. Blanks look the same bold and not, and so does a mark that goes on over a line. */
function seen(text: string, of: Dialect): string {
  const inline = (parts: readonly Inline[], looks: string): string =>
    parts
      .map((part) => {
        if (part.kind === 'text' || part.kind === 'code') {
          const own = part.kind === 'code' ? `${looks}c` : looks;
          return [...part.text]
            .map((char) =>
              /^\s$/.test(char) && (part.kind === 'text' || char === '\n')
                ? char
                : `${char}<${[...own].sort().join('')}>`,
            )
            .join('');
        }
        if (part.kind === 'link') return inline(part.of, `${looks}{${part.url}}`);
        return inline(
          part.of,
          looks.includes(part.kind.slice(0, 2)) ? looks : `${looks}${part.kind.slice(0, 2)}`,
        );
      })
      .join('');
  return richText(text, readingOf(of))
    .map((block) => {
      if (block.kind === 'code') return `code:${block.text}`;
      if (block.kind === 'list')
        return `list ${block.start}:${block.items.map((item) => `${item.depth}:${inline(item.of, '')}`).join('\n')}`;
      // Blank lines beside words are no part of them.
      return `${block.kind}:${inline(block.of, '').trim()}`;
    })
    .join('\n\n');
}

const noise = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '*',
        '**',
        '_',
        '__',
        '~',
        '~~',
        '`',
        '``',
        '```',
        '[',
        ']',
        '](https://a.cl)',
        '(',
        ')',
        '\\',
        '\n',
        '\n\n',
      ),
      fc.constantFrom(
        '\n- ',
        '\n  - ',
        '\n1. ',
        '\n2) ',
        '\n> ',
        '\n# ',
        '- ',
        '> ',
        '# ',
        '\n```\n',
        '```js\n',
      ),
      fc.constantFrom(
        'a',
        'hola',
        ' ',
        '  ',
        'é',
        '3',
        '.',
        ',',
        '(x)',
        '😀',
        'https://a.cl',
        'https://a.cl/x_y_z',
        'www.a.cl',
        '\u00a0',
      ),
    ),
    { maxLength: 24 },
  )
  .map((all) => all.join(''));

const word = fc.oneof(
  { weight: 3, arbitrary: fc.stringMatching(/^[a-záéíñ0-9]{1,6}$/) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '2*3*4',
      '*',
      '**x**',
      '_a_',
      '~5',
      '[x]',
      '\\',
      'a`b',
      'nombre_de_archivo',
      ':)',
      '(a)',
    ),
  },
);
const marks = fc.uniqueArray(fc.constantFrom<MarkName>('strong', 'em', 'strike'), { maxLength: 3 });
const styled: fc.Arbitrary<Piece> = fc.record({
  text: fc.array(word, { minLength: 1, maxLength: 3 }).map((all) => all.join(' ')),
  marks,
  code: fc.constant(false),
  url: fc.option(fc.constantFrom('https://a.cl', 'https://b.cl/x_y'), { freq: 5 }),
});
const code: fc.Arbitrary<Piece> = fc.record({
  text: fc.stringMatching(/^[a-z*_ ]{0,5}[a-z]$/),
  marks,
  code: fc.constant(true),
  url: fc.constant(null),
});
const blank: Piece = { text: ' ', marks: [], code: false, url: null };
/** Words whose marks begin and end with them. */
const words = fc
  .array(fc.oneof({ weight: 4, arbitrary: styled }, { weight: 1, arbitrary: code }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((pieces) => piecesOf(lettersOf(pieces.flatMap((piece, at) => (at === 0 ? [piece] : [blank, piece])))));
const documents = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('line' as const),
        sign: fc.constantFrom('', '', '- ', '  - ', '1. ', '2. ', '> ', '# '),
        of: words,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('line' as const),
        sign: fc.constant(''),
        of: fc.constant<Piece[]>([]),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('code' as const),
        open: fc.constantFrom('```', '```js'),
        text: fc.constantFrom('', 'a', 'if (a *b*)\n  - c\n', '> **x**'),
      }),
    },
  ),
  { minLength: 1, maxLength: 6 },
);

describe('FMT-4 the editor and the draft say the same', () => {
  test('any text, read and written back, looks the same to the customer', () => {
    fc.assert(
      fc.property(noise, dialects, (text, of) => {
        const { text: back } = writeDraft(readDraft(text, of), of);
        expect(seen(back, of)).toBe(seen(text, of));
      }),
      { numRuns: 400 },
    );
  });

  test('what the text says is held for ever: reading it again changes nothing', () => {
    fc.assert(
      fc.property(noise, dialects, (text, of) => {
        const once = readDraft(text, of);
        const written = writeDraft(once, of);
        expect(written.instead).toBeNull();
        expect(sameWritten(readDraft(written.text, of), once)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  test('in Markdown whatever is edited is written so that it is read as it stands, signs that are no marks as well', () => {
    fc.assert(
      fc.property(documents, (lines) => {
        const of = dialect('web');
        const { text, instead } = writeDraft(lines as Line[], of);
        expect(instead, text).toBeNull();
        expect(sameWritten(readDraft(text, of), lines as Line[])).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});
