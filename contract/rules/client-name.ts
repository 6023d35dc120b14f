/** How a customer is greeted: by a name that somebody gave, or not by name. */

/** What a card knows of its client's name. */
export interface CardName {
  lead_name: string;
  custom: { name?: string | null | undefined };
}

/** What cards call those whose name is not known: an e-mail, a phone, 'Visitante 4F2A'. */
const NO_NAME = /@|^[+\d\s()-]+$|^Visitante [0-9A-Z]{4}$/;

/** @returns '' where no name is known */
export function clientName(card: CardName): string {
  const name = (card.custom.name ?? card.lead_name).trim();
  return NO_NAME.test(name) ? '' : name;
}

/** Forms of address that stand before a name. */
const TITLE = /^(?:don|doña|sra?|srta|señora?|señorita|dra?|ing|prof)\.?$/iu;

/**
 * The name that somebody is called by: 'Camila' of 'Camila Soto', 'SOTO ROJAS, CAMILA' and 'Sra. Camila Soto'.
 * @returns '' of ''
 */
export function firstName(name: string): string {
  // 'Soto Rojas, Camila', as lists of people have it.
  const [family = '', given] = name.split(',');
  const words = (given?.trim() || family).trim().split(/\s+/u);
  const first = words.find((word) => !TITLE.test(word)) ?? words[0] ?? '';
  const shouts = first.length > 2 && first === first.toLocaleUpperCase('es');
  const lower = first === first.toLocaleLowerCase('es');
  if (!shouts && !lower) return first;
  const [letter = '', ...rest] = first;
  return letter.toLocaleUpperCase('es') + rest.join('').toLocaleLowerCase('es');
}
