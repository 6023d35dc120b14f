/** What counts as an e-mail address, on both sides. */

/**
 * One @, something on each side, a dot in the domain, no spaces: the mail itself is the real test. No sign that makes a
 * list, a display name, a route or a second header of it, and none that nobody sees.
 */
const EMAIL = /^[^\s\p{C}@<>(),;:\\"[\]]+@[^\s\p{C}@<>(),;:\\"[\]]+\.[^\s\p{C}@<>(),;:\\"[\].]{2,}$/u;
/** RFC 5321: 64 before the @ and 255 after it, with 254 in all as what servers take. */
const LONGEST = 254;

export const EMAIL_TEXTS = {
  empty: 'Ingresa el correo',
  invalid: 'Ingresa un correo válido',
} as const;

/** Without spaces around it, in lower case: how addresses are kept and compared. */
export function normalizeEmail(typed: string): string {
  return typed.trim().toLowerCase();
}

/** What is wrong with a typed address, or null. */
export function emailFault(typed: string): string | null {
  const address = normalizeEmail(typed);
  if (address === '') return EMAIL_TEXTS.empty;
  return address.length <= LONGEST && EMAIL.test(address) && !address.includes('..')
    ? null
    : EMAIL_TEXTS.invalid;
}
