import { getSchema } from '@tiptap/core';
import { history, undo } from '@tiptap/pm/history';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Dialect, dialectOf } from '../format/marks.ts';
import { docPlace, draftOfDoc, textPlace, turnInto, typeText } from './draft-of-doc.ts';
import { applyToDoc, isFormatted, newLine } from './formats.ts';
import { docOfLines, linesOfBlocks, SCHEMA_PARTS } from './schema.ts';
import { readDraft } from './write-draft.ts';
import { sameWritten } from './written.ts';

const schema = getSchema(SCHEMA_PARTS);
const dialect = (channel: 'web' | 'whatsapp'): Dialect => {
  const found = dialectOf(channel, false);
  if (!found) throw new Error('Both channels have marks');
  return found;
};
const web = dialect('web');
const dialects = fc.constantFrom(web, dialect('whatsapp'));
const docOf = (text: string, of = web) => docOfLines(readDraft(text, of), schema);
const stateOf = (text: string, of = web) =>
  EditorState.create({ doc: docOf(text, of), plugins: [history()] });
const textOf = (state: EditorState, of = web) => draftOfDoc(state.doc, of).text;
const pieces = fc.constantFrom(
  'a',
  'hola',
  ' ',
  '**x**',
  '*x*',
  '_y_',
  '`c`',
  '\n',
  '\n- uno',
  '\n1. dos',
  '\n> cita',
  '\n```\nz\n```\n',
  '2*3',
  '[l](https://a.cl)',
  '😀',
);
const texts = fc.array(pieces, { maxLength: 12 }).map((all) => all.join(''));

describe('FMT-5 the text of the draft and the places in it', () => {
  test('a document holds what was read, and every place of it is one of the text and back', () => {
    fc.assert(
      fc.property(texts, dialects, (text, of) => {
        const lines = readDraft(text, of);
        const doc = docOfLines(lines, schema);
        expect(sameWritten(linesOfBlocks(doc.children), lines)).toBe(true);
        doc.descendants((node, at) => {
          if (!node.isTextblock) return true;
          for (let column = 0; column <= node.content.size; column += 1) {
            const place = at + 1 + column;
            expect(docPlace(doc, textPlace(doc, place, of), of)).toBe(place);
          }
          return false;
        });
      }),
    );
  });

  test('what is put anywhere into the text is read as in the plain field, the cursor stands behind it, and undo takes it back', () => {
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom('hola', '**ya**', 'uno\n- dos\n- tres', '😀', '@Ana '),
        fc.nat(),
        (text, said, at) => {
          const state = stateOf(text);
          const before = textOf(state);
          const from = at % (before.length + 1);
          const after = state.apply(typeText(state.tr, from, from, said, web));
          const expected = docOf(before.slice(0, from) + said + before.slice(from));
          expect(after.doc.eq(expected)).toBe(true);
          let back = after;
          undo(after, (tr) => {
            back = after.apply(tr);
          });
          expect(back.doc.eq(state.doc)).toBe(true);
        },
      ),
    );
    const state = stateOf('Hola **Marta**, chao');
    const after = state.apply(typeText(state.tr, 16, 16, 'todo bien ', web));
    expect(textOf(after)).toBe('Hola **Marta**, todo bien chao');
    expect(textPlace(after.doc, after.selection.from, web)).toBe(26);
  });

  test('what another tab writes leaves the cursor among the same words', () => {
    const state = stateOf('uno dos **tres**');
    const chosen = state.apply(state.tr.setSelection(TextSelection.create(state.doc, 8)));
    for (const said of [
      'antes uno dos **tres**',
      'uno dos **tres** después',
      'uno dos **tres y más**',
      'uno dos tres',
    ]) {
      const next = chosen.apply(turnInto(chosen.tr, docOf(said)));
      expect(next.doc.textBetween(0, next.selection.from, '\n')).toMatch(/uno dos$/);
    }
  });
});

describe('FMT-4 the formats of the editor', () => {
  const choose = (state: EditorState, from: number, to: number) =>
    state.apply(
      state.tr.setSelection(
        TextSelection.create(state.doc, docPlace(state.doc, from, web), docPlace(state.doc, to, web)),
      ),
    );
  const formatted = (state: EditorState, format: Parameters<typeof applyToDoc>[1]) => {
    let next = state;
    applyToDoc(state, format, (tr) => {
      next = state.apply(tr);
    });
    return next;
  };

  const INLINE = [
    ['strong', 've **mañana** hoy'],
    ['em', 've _mañana_ hoy'],
    ['strike', 've ~~mañana~~ hoy'],
    ['code', 've `mañana` hoy'],
  ] as const;
  test.each(INLINE)(
    '%s: the chosen words have it, and the same button again takes it away',
    (format, text) => {
      const once = formatted(choose(stateOf('ve mañana hoy'), 3, 9), format);
      expect(textOf(once)).toBe(text);
      expect(isFormatted(once, format)).toBe(true);
      expect(textOf(formatted(once, format))).toBe('ve mañana hoy');
    },
  );

  test('a part of a word: the whole word, as no channel marks less', () => {
    const once = formatted(choose(stateOf('ve mañana hoy'), 5, 7), 'strong');
    expect(textOf(once)).toBe('ve **mañana** hoy');
  });

  const LINES = [
    ['bullets', '- uno\n- dos'],
    ['numbers', '1. uno\n2. dos'],
    ['quote', '> uno\n> dos'],
    ['code', '```\nuno\ndos\n```'],
  ] as const;
  test.each(LINES)('%s: the chosen lines become it, and are lines again', (format, text) => {
    const once = formatted(choose(stateOf('uno\ndos'), 0, 7), format);
    expect(textOf(once)).toBe(text);
    expect(textOf(formatted(once, format))).toBe('uno\ndos');
  });

  test('a new line goes on with its list, ends it after an item without words, and leaves code after an empty line', () => {
    const at = (text: string) => choose(stateOf(text), text.length, text.length);
    const go = (state: EditorState) => state.apply(newLine(state));
    expect(textOf(go(at('1. uno')))).toBe('1. uno\n2. ');
    expect(textOf(go(go(at('- uno'))))).toBe('- uno\n');
    const code = stateOf('```\na\n```');
    const inside = code.apply(code.tr.setSelection(TextSelection.create(code.doc, 2)));
    expect(textOf(go(go(inside)))).toBe('```\na\n```\n');
  });
});
