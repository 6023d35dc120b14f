/** Buttons that open a page, as they are kept and read; what they may be is offer.ts, which only who writes one loads. */

/** A button that opens a page: its text, and the address as `linkAddress` gives it. */
export interface OfferedLink {
  label: string;
  url: string;
}

/** Links as lines: the text of each and its whole address. */
export const linkLines = (links: readonly { label: string; url?: string | undefined }[]): string[] =>
  links.flatMap(({ label, url }) => (url === undefined ? [] : [`${label}: ${url}`]));

/** Each text with its address once, in their order: the same one brought twice is one. */
export const withoutTwins = (links: readonly OfferedLink[]): OfferedLink[] =>
  links.filter(
    ({ label, url }, at) => links.findIndex((one) => one.label === label && one.url === url) === at,
  );

/** What a message offered, to be offered again. */
export function offeredBy(buttons: readonly { label: string; url?: string | undefined }[]): {
  buttons: string[];
  links: OfferedLink[];
} {
  return {
    buttons: buttons.flatMap(({ label, url }) => (url === undefined ? [label] : [])),
    links: buttons.flatMap(({ label, url }) => (url === undefined ? [] : [{ label, url }])),
  };
}
