/** Where one writes, whether as plain text or with formats: places are counted in the text of the draft. */
import type { Format } from './marks.ts';

/** A pressed key, by whichever field. */
export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

export interface WritingField {
  readonly value: string;
  readonly selectionStart: number;
  readonly selectionEnd: number;
  focus: () => void;
  blur: () => void;
  contains: (node: Node | null) => boolean;
  setSelectionRange: (from: number, to: number) => void;
  setAttribute: (name: string, value: string) => void;
  removeAttribute: (name: string) => void;
  /** What the field with formats does by itself; the plain one writes marks. */
  rich?: {
    type: (from: number, to: number, words: string) => void;
    format: (format: Format) => void;
    newLine: () => void;
  };
}

/** Writes into a field as if typed, so that its undo knows of it. `from` and `to` are places in its text. */
export function typeInto(area: WritingField, from: number, to: number, words: string): void {
  area.focus();
  if (area.rich) {
    area.rich.type(from, to, words);
    return;
  }
  area.setSelectionRange(from, to);
  const done =
    words === '' ? document.execCommand('delete') : document.execCommand('insertText', false, words);
  if (done || !(area instanceof HTMLTextAreaElement)) return;
  area.setRangeText(words, from, to, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
