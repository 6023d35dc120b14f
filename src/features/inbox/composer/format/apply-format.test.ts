import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { richText } from '../../../../../contract/rules/rich-text.ts';
import type { Inline } from '../../../../../contract/rules/rich-text-tree.ts';
import { applyFormat, type Edit } from './apply-format.ts';
import { continueList } from './continue-list.ts';
import { type Dialect, dialectOf, type Format } from './marks.ts';

const dialect = (channel: 'web' | 'whatsapp'): Dialect => {
  const found = dialectOf(channel, false);
  if (!found) throw new Error('Both channels have marks');
  return found;
};
const done = (text: string, { from, to, words }: Edit) => text.slice(0, from) + words + text.slice(to);
const wordsOf = (of: readonly Inline[]): string =>
  of.map((part) => ('of' in part ? wordsOf(part.of) : part.text)).join('');
const CHANNELS = ['web', 'whatsapp'] as const;
const INLINE = ['strong', 'em', 'strike', 'code'] as const satisfies readonly Format[];
const LINES = ['bullets', 'numbers', 'quote'] as const satisfies readonly Format[];
/** Words without signs that mean something to a channel. */
const word = fc.stringMatching(/^[a-záéíñü]{1,8}$/);
const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const blanks = fc.constantFrom('', ' ', '  ');

describe('FMT-1 the formats of the composer', () => {
  test('the chosen words are read by the channel as what the button says, the others as before', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CHANNELS),
        fc.constantFrom(...INLINE),
        phrase,
        phrase,
        phrase,
        blanks,
        (channel, format, before, chosen, after, blank) => {
          const marks = dialect(channel);
          const text = `${before} ${chosen}${blank} ${after}`;
          const from = before.length + 1;
          const edit = applyFormat(text, from, from + chosen.length + blank.length, format, marks);
          const written = done(text, edit);
          const [block] = richText(written, { dialect: marks.name, labels: true });
          const pieces = block?.kind === 'lines' ? block.of : [];
          const marked = pieces.find(({ kind }) => kind === format);
          expect(
            marked && ('of' in marked ? wordsOf(marked.of) : marked.kind === 'code' && marked.text),
          ).toBe(chosen);
          expect(wordsOf(pieces)).toBe(text);
          expect(written.slice(edit.chosen.from, edit.chosen.to)).toBe(chosen);
        },
      ),
    );
  });

  test('the same button again brings back what was written', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CHANNELS),
        fc.constantFrom<Format>(...INLINE, ...LINES),
        fc.array(phrase, { minLength: 1, maxLength: 4 }),
        fc.nat(3),
        (channel, format, lines, skipped) => {
          const text = lines.join('\n');
          const from = lines.slice(0, Math.min(skipped, lines.length - 1)).join('\n').length;
          // Code of several lines stands in lines of its own, which are not taken away again.
          fc.pre(format !== 'code' || !text.slice(from).trim().includes('\n'));
          const start = text[from] === '\n' ? from + 1 : from;
          const once = applyFormat(text, start, text.length, format, dialect(channel));
          const written = done(text, once);
          const again = applyFormat(written, once.chosen.from, once.chosen.to, format, dialect(channel));
          expect(done(written, again)).toBe(text);
        },
      ),
    );
  });

  test('chosen lines become a list or a quote that the channel reads as one, and one list the other', () => {
    const marks = dialect('whatsapp');
    const text = 'Hola\nuno\ndos\ntres\nChao';
    const listed = done(text, applyFormat(text, 5, 17, 'numbers', marks));
    expect(listed).toBe('Hola\n1. uno\n2. dos\n3. tres\nChao');
    const from = listed.indexOf('1.');
    const turned = done(listed, applyFormat(listed, from, listed.indexOf('\nChao'), 'bullets', marks));
    expect(turned).toBe('Hola\n- uno\n- dos\n- tres\nChao');
    expect(richText(turned, { dialect: 'whatsapp', labels: true })[1]?.kind).toBe('list');
    const quoted = done(text, applyFormat(text, 6, 6, 'quote', marks));
    expect(quoted).toBe('Hola\n> uno\ndos\ntres\nChao');
  });

  test('nothing chosen: the cursor stands between the marks, and a line of code gets its own', () => {
    const edit = applyFormat('Hola ', 5, 5, 'strong', dialect('web'));
    expect(done('Hola ', edit)).toBe('Hola ****');
    expect(edit.chosen).toStrictEqual({ from: 7, to: 7 });
    const code = 'a\nb';
    expect(done(code, applyFormat(code, 0, 3, 'code', dialect('web')))).toBe('```\na\nb\n```');
  });

  test('a link keeps its words and chooses the address to be written', () => {
    const text = 've la página hoy';
    const edit = applyFormat(text, 3, 12, 'link', dialect('web'));
    const written = done(text, edit);
    expect(written).toBe('ve [la página](https://) hoy');
    expect(written.slice(edit.chosen.from, edit.chosen.to)).toBe('https://');
  });

  test('a new line goes on with its list, ends it after an item without words, and is a new line elsewhere', () => {
    expect(continueList('- uno', 5)).toStrictEqual({ from: 5, to: 5, words: '\n- ' });
    expect(continueList('a\n  9. nueve', 12)).toStrictEqual({ from: 12, to: 12, words: '\n  10. ' });
    expect(continueList('- uno\n- ', 8)).toStrictEqual({ from: 6, to: 8, words: '' });
    expect(continueList('uno - dos', 9)).toBeNull();
  });

  test('Instagram and Messenger have no marks, notes have Markdown everywhere', () => {
    expect(dialectOf('instagram', false)).toBeNull();
    expect(dialectOf('messenger', false)).toBeNull();
    expect(dialectOf('instagram', true)?.name).toBe('markdown');
    expect(dialectOf('whatsapp', true)?.name).toBe('markdown');
  });
});
