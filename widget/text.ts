/** Message text as a list of plain pieces and safe links: never HTML, http and https alone. */
/** `at`: where in the text the link begins. */
export type Piece = { text: string } | { link: string; at: number };

const URL_PATTERN = /https?:\/\/[^\s<>"']+/g;

export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(URL_PATTERN)) {
    const link = match[0].replace(/[.,;:!?)\]]+$/, '');
    if (!URL.canParse(link)) continue;
    if (match.index > end) found.push({ text: text.slice(end, match.index) });
    found.push({ link, at: match.index });
    end = match.index + link.length;
  }
  if (end < text.length) found.push({ text: text.slice(end) });
  return found;
}

/** Black or white, whichever reads better on this ground (WCAG relative luminance). */
export function inkOn(color: string): '#000000' | '#ffffff' {
  const hex = /^#([0-9a-f]{6})$/i.exec(color)?.[1];
  if (!hex) return '#ffffff';
  const [r, g, b] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? '#000000' : '#ffffff';
}

const time = new Intl.DateTimeFormat('es-CL', { hour: '2-digit', minute: '2-digit', hour12: false });

export const clockOf = (instant: string): string => time.format(new Date(instant));

/** DD/MM/YYYY where the reader is; Intl's es-CL would write dashes. */
export function dayOf(instant: string): string {
  const date = new Date(instant);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`;
}
