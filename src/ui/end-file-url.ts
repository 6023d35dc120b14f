/**
 * Ends the address of a file that is in this browser.
 *
 * @param shown what showed it: taken off the page it would read on, and name the missing file as a fault
 */
export function endFileUrl(url: string, shown: HTMLImageElement | HTMLMediaElement | null): void {
  shown?.removeAttribute('src');
  if (shown instanceof HTMLMediaElement) shown.load();
  URL.revokeObjectURL(url);
}
