/** How colours stand out from each other (WCAG 2.2), for the chat and for the form that chooses its colour. */

/** Relative luminance of `#rrggbb`, 0 to 1; null: no such colour. */
function luminance(color: string): number | null {
  const hex = /^#([0-9a-f]{6})$/i.exec(color)?.[1];
  if (!hex) return null;
  const [r, g, b] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast of two colours, 1 to 21; 1 for what is no colour. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  if (a === null || b === null) return 1;
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Black or white, whichever reads better on this ground; never below 4.5:1. */
export function inkOn(color: string): '#000000' | '#ffffff' {
  return contrast(color, '#000000') > contrast(color, '#ffffff') ? '#000000' : '#ffffff';
}
