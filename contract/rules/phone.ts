/** Phones of clients, as Chileans write them: read to the one form that is stored, and shown with spaces. */

export const PHONE_TEXTS = { invalid: 'Ingresa un teléfono válido, por ejemplo +56 9 1234 5678' } as const;

/** Chile's numbers have nine digits since 2016, mobile ones begin with 9, the others with the area's code. */
const CHILEAN = /^[2-9]\d{8}$/;
/** E.164: at most 15 digits with the country's. */
const INTERNATIONAL = /^[1-9]\d{6,14}$/;

/**
 * Reads a phone: nine digits are Chilean, with or without the country's code; others need theirs.
 * @returns `+56912345678`, or null when it is no phone
 */
export function readPhone(text: string): string | null {
  const bare = text.replace(/[\s().\-/‐-―]/g, '').replace(/^00/, '+');
  if (!/^\+?\d+$/.test(bare)) return null;
  const digits = bare.replace('+', '');
  if (digits.startsWith('56') && digits.length >= 10) {
    return CHILEAN.test(digits.slice(2)) ? `+${digits}` : null;
  }
  if (!bare.startsWith('+')) {
    if (CHILEAN.test(digits)) return `+56${digits}`;
    // Without a plus only what is too long to be a Chilean one with a slip.
    return digits.length >= 11 && INTERNATIONAL.test(digits) ? `+${digits}` : null;
  }
  return INTERNATIONAL.test(digits) ? bare : null;
}

/** `+56 9 1234 5678`, `+56 2 2345 6789`, `+56 32 234 5678`; what is not Chilean stays as it is. */
export function phoneText(stored: string): string {
  const own = /^\+56(\d{9})$/.exec(readPhone(stored) ?? '')?.[1];
  if (own === undefined) return stored;
  if (own.startsWith('9') || own.startsWith('2')) return `+56 ${own[0]} ${own.slice(1, 5)} ${own.slice(5)}`;
  return `+56 ${own.slice(0, 2)} ${own.slice(2, 5)} ${own.slice(5)}`;
}
