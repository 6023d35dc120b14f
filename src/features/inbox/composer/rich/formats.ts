/** What buttons and keys do to the chosen words of the editor. */
import { toggleMark } from '@tiptap/pm/commands';
import type { Node as DocNode } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { TextSelection } from '@tiptap/pm/state';
import type { Format } from '../format/marks.ts';

type Dispatch = (tr: Transaction) => void;
type LineFormat = 'bullets' | 'numbers' | 'quote';

const SIGN_OF: Record<LineFormat, RegExp> = { bullets: /^\s*[-*•]/, numbers: /^\s*\d/, quote: /^\s*>/ };

/** What a line is by its sign; null: words. */
export function kindOfSign(sign: string): LineFormat | 'title' | null {
  if (sign === '') return null;
  for (const kind of ['bullets', 'numbers', 'quote'] as const) if (SIGN_OF[kind].test(sign)) return kind;
  return 'title';
}

/** @param format any but a link, which needs an address */
export function applyToDoc(state: EditorState, format: Exclude<Format, 'link'>, dispatch: Dispatch): void {
  if (format === 'bullets' || format === 'numbers' || format === 'quote') {
    dispatch(ofLines(state, format));
    return;
  }
  const { $from, $to } = state.selection;
  if (format === 'code' && ($from.parent.type.name === 'fence' || !$from.sameParent($to))) {
    dispatch(ofBlock(state));
    return;
  }
  const type = state.schema.marks[format];
  if (type) toggleMark(type)(state, dispatch);
}

/** Whether the chosen words have it. */
export function isFormatted(state: EditorState, format: Format): boolean {
  const { $from, from, to, empty } = state.selection;
  if (format === 'bullets' || format === 'numbers' || format === 'quote')
    return chosenLines(state).every(({ node }) => kindOfSign(String(node.attrs.sign ?? '')) === format);
  const type = state.schema.marks[format];
  if (!type) return false;
  if (format === 'code' && $from.parent.type.name === 'fence') return true;
  return empty
    ? type.isInSet(state.storedMarks ?? $from.marks()) !== undefined
    : state.doc.rangeHasMark(from, to, type);
}

function chosenLines({ doc, selection }: EditorState): { node: DocNode; at: number }[] {
  const found: { node: DocNode; at: number }[] = [];
  doc.nodesBetween(selection.from, selection.to, (node, at, parent) => {
    if (parent === doc) found.push({ node, at });
    return false;
  });
  return found;
}

function ofLines(state: EditorState, format: LineFormat): Transaction {
  const { tr } = state;
  const lines = chosenLines(state).filter(({ node }) => node.type.name === 'line');
  const has = isFormatted(state, format);
  for (const [index, { at }] of lines.entries()) {
    const sign = format === 'bullets' ? '- ' : format === 'numbers' ? `${index + 1}. ` : '> ';
    tr.setNodeAttribute(at, 'sign', has ? '' : sign);
  }
  return tr;
}

/** Chosen lines become one block of code, and a block becomes lines again. */
function ofBlock(state: EditorState): Transaction {
  const { tr, schema } = state;
  const chosen = chosenLines(state);
  const [first] = chosen;
  const last = chosen.at(-1);
  const line = schema.nodes.line;
  const block = schema.nodes.fence;
  if (!first || !last || !line || !block) return tr;
  const text = chosen.map(({ node }) => node.textContent).join('\n');
  const words = (of: string) => (of === '' ? [] : [schema.text(of)]);
  const wasCode = first.node.type === block;
  const instead = wasCode
    ? text.split('\n').map((of) => line.create(null, words(of)))
    : [block.create(null, words(text))];
  tr.replaceWith(first.at, last.at + last.node.nodeSize, instead);
  const size = instead.reduce((sum, node) => sum + node.nodeSize, 0);
  return tr.setSelection(
    TextSelection.between(tr.doc.resolve(first.at + 1), tr.doc.resolve(first.at + size - 1)),
  );
}

/** A new line: within a list or a quote it goes on with it, from an item without words it leaves it. */
export function newLine(state: EditorState): Transaction {
  const { tr, schema } = state;
  const { $from } = state.selection;
  const parent = $from.parent;
  const line = schema.nodes.line;
  if (!line) return tr;
  if (parent.type.name !== 'line') {
    const ended =
      state.selection.empty &&
      $from.parentOffset === parent.content.size &&
      parent.textContent.endsWith('\n');
    if (!ended) return tr.insertText('\n').scrollIntoView();
    // An empty last line leaves the block.
    tr.delete($from.pos - 1, $from.pos);
    const after = $from.after() - 1;
    tr.insert(after, line.create());
    return tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView();
  }
  const sign = String(parent.attrs.sign);
  const kind = kindOfSign(sign);
  if (kind !== null && parent.content.size === 0)
    return tr.setNodeAttribute($from.before(), 'sign', '').scrollIntoView();
  const next =
    kind === 'numbers'
      ? sign.replace(/\d+/, (number) => String(Math.min(999, Number(number) + 1)))
      : kind === 'title'
        ? ''
        : sign;
  tr.deleteSelection();
  return tr.split(tr.selection.from, 1, [{ type: line, attrs: { sign: next } }]).scrollIntoView();
}

/** At the begin of a line with a sign: takes the sign away. Null: nothing to take. */
export function withoutSign(state: EditorState): Transaction | null {
  const { $from, empty } = state.selection;
  if (!empty || $from.parentOffset > 0 || $from.parent.type.name !== 'line' || $from.parent.attrs.sign === '')
    return null;
  return state.tr.setNodeAttribute($from.before(), 'sign', '');
}
