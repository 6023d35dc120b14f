export type NestedArray = unknown[];

/** Reads PostgreSQL's text form of an array, nested ones too: '{1,NULL,"a \"b\""}'. Throws on malformed text. */
export function parseArray(text: string, decode: (element: string) => unknown): NestedArray {
  // Arrays whose indexes do not start at 1 come with their bounds: '[0:1]={…}'.
  let at = text.indexOf('{');

  function malformed(): Error {
    return new Error(`Not an array: ${text}`);
  }

  function quoted(): string {
    let value = '';
    for (at += 1; at < text.length; at += 1) {
      const char = text[at];
      if (char === '"') {
        at += 1;
        return value;
      }
      if (char === '\\') at += 1;
      value += text[at];
    }
    throw malformed();
  }

  function list(): NestedArray {
    const values: unknown[] = [];
    at += 1;
    while (at < text.length) {
      const char = text[at];
      if (char === '}') {
        at += 1;
        return values;
      }
      if (char === ',') {
        at += 1;
      } else if (char === '{') {
        values.push(list());
      } else if (char === '"') {
        values.push(decode(quoted()));
      } else {
        const start = at;
        while (at < text.length && text[at] !== ',' && text[at] !== '}') at += 1;
        const word = text.slice(start, at);
        values.push(word === 'NULL' ? null : decode(word));
      }
    }
    throw malformed();
  }

  if (at < 0) throw malformed();
  return list();
}
