/** Shopify's search language, as far as orders are searched by it: `field:op"value"`, AND, OR, brackets. */

/** What a thing says for a field; null: it has no such field, and the condition then holds for all. */
export type Says = (field: string, value: string, op: string) => boolean | null;

const TOKEN = /\(|\)|\bAND\b|\bOR\b|(\w+):(>=|<=|>|<)?("(?:[^"\\]|\\.)*"|'[^']*'|[^\s()]+)/g;

/** Whether something matches. As the real one, a field that it does not know is passed over. */
export function matches(query: string, says: Says): boolean {
  const tokens = [...query.matchAll(TOKEN)];
  let at = 0;
  const word = () => tokens[at]?.[0];
  function all(): boolean {
    let value = one();
    while (at < tokens.length && word() !== ')' && word() !== 'OR') {
      if (word() === 'AND') at += 1;
      const next = one();
      value = value && next;
    }
    return value;
  }
  function any(): boolean {
    let value = all();
    while (word() === 'OR') {
      at += 1;
      const next = all();
      value = value || next;
    }
    return value;
  }
  function one(): boolean {
    const token = tokens[at];
    at += 1;
    if (token?.[0] === '(') {
      const value = any();
      at += 1;
      return value;
    }
    const [, field = '', op = '', given = ''] = token ?? [];
    const value = /^["']/.test(given) ? given.slice(1, -1).replace(/\\(.)/g, '$1') : given;
    return says(field, value, op) ?? true;
  }
  return tokens.length === 0 || any();
}
