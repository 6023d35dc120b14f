/** The Chilean tax number (RUT): digits and a check digit, modulo 11. */

/** The check digit of a RUT's number: '0' to '9' or 'K'. */
export function rutCheckDigit(digits: string): string {
  let sum = 0;
  let factor = 2;
  for (const digit of [...digits].reverse()) {
    sum += Number(digit) * factor;
    factor = factor === 7 ? 2 : factor + 1;
  }
  const rest = 11 - (sum % 11);
  return rest === 11 ? '0' : rest === 10 ? 'K' : String(rest);
}

/**
 * Reads a RUT as people write it: with or without dots and dash, k or K.
 * @returns it as `12.345.678-5`, or null when it is none or its check digit is wrong
 */
export function readRut(text: string): string | null {
  const match = /^(\d{1,9})-?([\dkK])$/.exec(text.replace(/[.\s]/g, ''));
  const digits = match?.[1]?.replace(/^0+/, '') ?? '';
  const check = match?.[2]?.toUpperCase();
  if (digits === '' || digits.length > 8 || check !== rutCheckDigit(digits)) return null;
  return `${digits.replace(/\B(?=(\d{3})+$)/g, '.')}-${check}`;
}
