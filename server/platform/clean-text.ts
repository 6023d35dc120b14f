/** What a person typed, made storable: the database takes neither NUL nor half a surrogate pair. */
export function cleanText(text: string): string {
  return text.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** Turn the direction of all that follows, also of what stands beside a name: nobody writes them in a name. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/gu;

/** The same with its lines kept, without marks that turn the writing; null when nothing is left. */
export function cleanBlock(text: string): string | null {
  const block = cleanText(text).replace(TURNS, '').trim();
  return block === '' ? null : block;
}

/** The same on one line, without blanks around it and without marks that turn the writing; null when nothing is left. */
export function cleanLine(text: string | null | undefined): string | null {
  const line = cleanText(text ?? '')
    .replace(TURNS, '')
    .replace(/\s+/gu, ' ')
    .trim();
  return line === '' ? null : line;
}
