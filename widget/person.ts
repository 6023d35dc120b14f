/** Who the page says sits there. A page may say anything: what is no text of sensible length is not taken. */

/** What they say of themselves. */
export interface Said {
  name?: string;
  email?: string;
  phone?: string;
}

export interface Person {
  said: Said;
}

/** Characters; the server has bounds of its own. */
const MOST = { name: 120, email: 200, phone: 40 } as const;

const text = (value: unknown, most: number): string | null => {
  const plain = typeof value === 'number' ? String(value) : value;
  return typeof plain === 'string' && plain.trim() !== '' && plain.length <= most ? plain.trim() : null;
};

/** @returns why it can't be taken, for the site's developer, where it can't */
export function readPerson(value: unknown): Person | string {
  if (typeof value !== 'object' || value === null) return 'identify espera un objeto, o null para salir';
  const given = value as Record<string, unknown>;
  const said: Said = {};
  for (const field of ['name', 'email', 'phone'] as const) {
    if (given[field] === undefined || given[field] === null) continue;
    const read = text(given[field], MOST[field]);
    if (read === null) return `identify: ${field} no es un texto de hasta ${MOST[field]} caracteres`;
    said[field] = read;
  }
  return { said };
}
