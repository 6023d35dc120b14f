/**
 * An address as its parts. `URL.canParse` is asked nowhere: once it has been compiled (after some thousand calls) Node 20
 * answers no to every address with a letter like 'ñ' in it, which a new URL takes.
 *
 * @param base for what is written from the place where one is
 * @returns null for what is no address
 */
export function parsedUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
