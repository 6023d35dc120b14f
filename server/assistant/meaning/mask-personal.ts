/** What names a person, whatever else the sentence says: addresses, links, RUT, phone, order and card numbers. */
const PERSONAL: readonly [RegExp, string][] = [
  [/(?<!\S)\S+@\S+/gu, '[correo]'],
  [/\b(?:https?:\/\/|www\.)\S+/giu, '[enlace]'],
  [/\b\d{1,2}\.?\d{3}\.?\d{3}\s?-?\s?[\dkK]\b/gu, '[número]'],
  [/\+?\d(?:[\s().-]?\d){5,}/gu, '[número]'],
];

/** A text without what names a person. */
export const maskPersonal = (text: string): string =>
  PERSONAL.reduce((rest, [what, word]) => rest.replace(what, word), text);
