/** Work that nobody waits for: what goes wrong is named in the console, and so in the diagnostics. */
export function quietly(what: string, work: Promise<unknown>): void {
  work.catch((error: unknown) => console.error(what, error));
}
