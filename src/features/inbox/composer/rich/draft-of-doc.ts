/** A document beside the text that it is as a draft: which place of the one is which of the other. */
import { closeHistory } from '@tiptap/pm/history';
import type { Node as DocNode } from '@tiptap/pm/model';
import { TextSelection, type Transaction } from '@tiptap/pm/state';
import type { Dialect } from '../format/marks.ts';
import { docOfLines, linesOfBlocks } from './schema.ts';
import { readDraft, type WrittenDraft, writeDraft } from './write-draft.ts';

const written = new WeakMap<DocNode, { dialect: Dialect; draft: WrittenDraft }>();

/** What a document is as a draft. Documents never change: each is written once. */
export function draftOfDoc(doc: DocNode, dialect: Dialect): WrittenDraft {
  const known = written.get(doc);
  if (known?.dialect === dialect) return known.draft;
  const draft = writeDraft(linesOfBlocks(doc.children), dialect);
  written.set(doc, { dialect, draft });
  return draft;
}

/** @param place in the document @returns its place in the text */
export function textPlace(doc: DocNode, place: number, dialect: Dialect): number {
  const { lines } = draftOfDoc(doc, dialect);
  const at = doc.resolve(place);
  const index = Math.min(at.index(0), lines.length - 1);
  const before = lines.slice(0, index).reduce((sum, { text }) => sum + text.length + 1, 0);
  const line = lines[index];
  if (!line) return 0;
  const column = at.depth === 0 ? 0 : at.parentOffset;
  return before + (column === 0 ? line.begin : (line.ends[column - 1] ?? line.text.length));
}

/** @param place in the text @returns its place in the document */
export function docPlace(doc: DocNode, place: number, dialect: Dialect): number {
  const { lines } = draftOfDoc(doc, dialect);
  let left = place;
  let start = 0;
  for (const [index, line] of lines.entries()) {
    const node = doc.child(index);
    const last = index === lines.length - 1;
    if (left <= line.text.length || last) return start + 1 + line.ends.filter((end) => end <= left).length;
    left -= line.text.length + 1;
    start += node.nodeSize;
  }
  return 1;
}

/**
 * Makes a transaction's document another one, by what differs: what stands before and after keeps its place, and so does the
 * cursor.
 */
export function turnInto(tr: Transaction, next: DocNode): Transaction {
  const { doc } = tr;
  const from = doc.content.findDiffStart(next.content);
  const end = doc.content.findDiffEnd(next.content);
  if (from === null || end === null) return tr;
  const { anchor, head } = tr.selection;
  const sameWords = doc.content.size === next.content.size && words(doc) === words(next);
  const overlap = Math.max(0, from - Math.min(end.a, end.b));
  tr.replace(from, end.a + overlap, next.slice(from, end.b + overlap));
  // Where the parts fit otherwise, the whole is put in its place.
  if (!tr.doc.eq(next)) tr.replaceWith(0, tr.doc.content.size, next.content);
  if (sameWords) tr.setSelection(TextSelection.create(tr.doc, anchor, head));
  return tr.setStoredMarks([]);
}

const words = (doc: DocNode): string => doc.textBetween(0, doc.content.size, '\n');

/** Writes words in place of a part of the text, as they would be read there; the cursor stands behind them. */
export function typeText(
  tr: Transaction,
  from: number,
  to: number,
  said: string,
  dialect: Dialect,
): Transaction {
  const { text } = draftOfDoc(tr.doc, dialect);
  const behind = tr.doc.content.size - docPlace(tr.doc, to, dialect);
  const next = docOfLines(
    readDraft(text.slice(0, from) + said + text.slice(to), dialect),
    tr.doc.type.schema,
  );
  turnInto(tr, next);
  const caret = Math.max(1, Math.min(next.content.size - 1, next.content.size - behind));
  // One step of undo, whatever was typed just before.
  return closeHistory(tr.setSelection(TextSelection.near(tr.doc.resolve(caret), -1)).scrollIntoView());
}
