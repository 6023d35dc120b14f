/** Writes into a field as if typed, so that the browser's undo knows of it. `from` and `to` are places in its text. */
export function typeInto(area: HTMLTextAreaElement, from: number, to: number, words: string): void {
  area.focus();
  area.setSelectionRange(from, to);
  const done =
    words === '' ? document.execCommand('delete') : document.execCommand('insertText', false, words);
  if (done) return;
  area.setRangeText(words, from, to, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
