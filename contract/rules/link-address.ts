/** The address that a button opens: the one place that says which a customer may be led to. */
import { OFFER_LIMITS } from '../offer-limits.ts';
import { parsedUrl } from '../parsed-url.ts';

/** Control signs, what turns the direction of writing or is not seen, halves of characters. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Surrogate}\p{Zl}\p{Zp}]/u;
/** Blanks, and what programs read differently from each other, or that ends an address in markup. */
const APART = /[\s<>"'`\\^{}|]/u;

/** An address in its one form, or why it is none, in Spanish. */
export type LinkAddress = { url: string; fault?: never } | { fault: string; url?: never };

/**
 * Judges what somebody typed. The result is ASCII: names of other scripts stand in it as the network has them (`xn--`),
 * so that no letter passes for another one; judged again, it is the same.
 */
export function linkAddress(written: string): LinkAddress {
  const given = written.trim();
  if (given === '') return { fault: 'Escribe la dirección que abre.' };
  if (given.length > OFFER_LIMITS.address) return { fault: TOO_LONG };
  if (HIDDEN.test(given) || APART.test(given))
    return { fault: 'La dirección tiene espacios o signos que no puede llevar.' };
  if (!/^https:\/\/[^/]/iu.test(given)) return { fault: 'La dirección debe empezar con https://' };
  const url = parsedUrl(given);
  if (!url) return { fault: 'La dirección no es válida.' };
  const { href, hostname, username, password } = url;
  if (username !== '' || password !== '' || /^https:\/\/[^/?#]*@/iu.test(given))
    return { fault: 'La dirección no puede llevar usuario ni clave.' };
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/u.test(hostname))
    return { fault: 'La dirección debe ser de un sitio público, como https://tienda.cl' };
  // What the parser writes out ('ñ' in three signs) counts.
  return href.length > OFFER_LIMITS.address || APART.test(href) ? { fault: TOO_LONG } : { url: href };
}

const TOO_LONG = `La dirección pasa de ${OFFER_LIMITS.address.toLocaleString('es-CL')} caracteres.`;
