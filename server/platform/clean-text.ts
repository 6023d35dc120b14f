/** What a person typed, made storable: the database takes neither NUL nor half a surrogate pair. */
export function cleanText(text: string): string {
  return text.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** The same on one line, without blanks around it; null when nothing is left. */
export function cleanLine(text: string | null | undefined): string | null {
  const line = cleanText(text ?? '')
    .replace(/\s+/gu, ' ')
    .trim();
  return line === '' ? null : line;
}
