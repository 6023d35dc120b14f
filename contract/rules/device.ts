/** What somebody uses, from what their browser calls itself: a class in three words, never the text itself. */

export interface Device {
  kind: 'computer' | 'phone' | 'tablet';
  /** '': none that is known here. */
  system: string;
  browser: string;
}

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];
/** The order counts: most call themselves Chrome and Safari as well. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Instagram/, 'Instagram'],
  [/FBA[NV]/, 'Facebook'],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];

const found = (list: readonly [RegExp, string][], text: string): string =>
  list.find(([sign]) => sign.test(text))?.[1] ?? '';

/** @param userAgent the header of that name */
export function deviceOf(userAgent: string): Device {
  const text = userAgent.slice(0, 500);
  const tablet = /iPad|Tablet/.test(text) || (/Android/.test(text) && !/Mobile/.test(text));
  return {
    kind: tablet ? 'tablet' : /Mobi|iPhone|iPod/.test(text) ? 'phone' : 'computer',
    system: found(SYSTEMS, text),
    browser: found(BROWSERS, text),
  };
}

const KINDS: Record<Device['kind'], string> = { computer: 'Computador', phone: 'Celular', tablet: 'Tablet' };

/** 'Celular · Android · Chrome' */
export const deviceText = ({ kind, system, browser }: Device): string =>
  [KINDS[kind], system, browser].filter((part) => part !== '').join(' · ');
