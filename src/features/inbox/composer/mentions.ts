/** Who is named in a note: by the names as they stand in the text when it is sent. */

/**
 * @param people those who can be named
 * @returns ids, in no particular order; a longer name wins over one that it begins with
 */
export function mentionsIn(text: string, people: readonly { id: number; name: string }[]): number[] {
  const byLength = [...people].sort((a, b) => b.name.length - a.name.length);
  const found = new Set<number>();
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (at > 0 && !/\s/.test(text[at - 1] ?? '')) continue;
    const rest = text.slice(at + 1);
    const named = byLength.find(
      ({ name }) => rest.startsWith(name) && !/^[\p{L}\d]/u.test(rest.slice(name.length)),
    );
    for (const person of people) if (named && person.name === named.name) found.add(person.id);
  }
  return [...found];
}
