/** Addresses that open WhatsApp with a number and a text, and where on a site the button to them shows. */
import type { ButtonPlaces } from '../entities/whatsapp-button.ts';

/** The page on which somebody pressed the button. */
export interface PressedOn {
  title: string;
  address: string;
}

/** `{pagina}` and `{direccion}` by the page's title and address; braces that name nothing stay. */
export const fillPage = (text: string, { title, address }: PressedOn): string =>
  text.replace(/\{(pagina|direccion)\}/g, (_, name: string) => (name === 'pagina' ? title : address));

/** @param phone with or without its plus @param text as it is to stand in WhatsApp, line breaks included */
export function whatsappLink(phone: string, text: string): string {
  // Half of a pair of surrogates has no form in an address.
  const said = text.replace(/\p{Surrogate}/gu, '').trim();
  const query = said === '' ? '' : `?text=${encodeURIComponent(said)}`;
  return `https://wa.me/${phone.replace(/\D/g, '')}${query}`;
}

/** Whether a path of the site is one of these; `*` stands for anything, a last slash for nothing. */
function isAmong(paths: readonly string[], path: string): boolean {
  const bare = (one: string) => (one.length > 1 ? one.replace(/\/+$/, '') : one);
  const found = bare(path);
  return paths.some((pattern) => {
    const parts = bare(pattern).split('*');
    const [first = '', ...rest] = parts;
    if (rest.length === 0) return found === first;
    if (!found.startsWith(first)) return false;
    const last = rest.pop() ?? '';
    // Part by part from the left: a pattern with many stars takes no longer than the path is long.
    let at = first.length;
    for (const part of rest) {
      const place = found.indexOf(part, at);
      if (place < 0) return false;
      at = place + part.length;
    }
    return found.length - last.length >= at && found.endsWith(last);
  });
}

/** Whether the button shows on a page. @param path as the browser has it, percent-encoded or not */
export function showsOn({ pages, paths, devices }: ButtonPlaces, path: string, phone: boolean): boolean {
  if (devices !== 'all' && phone !== (devices === 'phone')) return false;
  if (pages === 'all') return true;
  return isAmong(paths, readable(path)) === (pages === 'only');
}

/** As people write paths: '/categoría/niños'. */
function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch (error) {
    // A path of another encoding: it is compared as it stands.
    if (error instanceof URIError) return path;
    throw error;
  }
}
