/** Splits a message into text and web addresses. Only http and https become links; nothing is ever read as HTML. */
/** `at`: where it starts in the text. */
export type TextPart = { kind: 'text' | 'link'; text: string; at: number };

const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi;
/** Punctuation that ends a sentence rather than an address. */
const TAIL = /[.,;:!?)\]}…»]+$/;

function closes(address: string): string {
  const tail = TAIL.exec(address)?.[0] ?? '';
  // 'https://…/wiki/Chile_(país)' keeps its bracket.
  if (tail.startsWith(')') && address.includes('('))
    return address.slice(0, address.length - tail.length + 1);
  return address.slice(0, address.length - tail.length);
}

export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = closes(match[0]);
    if (!URL.canParse(address)) continue;
    if (match.index > from) parts.push({ kind: 'text', text: text.slice(from, match.index), at: from });
    parts.push({ kind: 'link', text: address, at: match.index });
    from = match.index + address.length;
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from), at: from });
  return parts;
}
