/** Time zones as browsers name them: 'America/Santiago'. */

/** @returns the zone, or null for what is none */
export function knownZone(zone: unknown): string | null {
  if (typeof zone !== 'string' || zone.length > 64 || !/^[\w+\-/]+$/.test(zone)) return null;
  try {
    return new Intl.DateTimeFormat('es', { timeZone: zone }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The city that a zone is named after; null: none ('UTC'). */
export function cityOfZone(zone: string): string | null {
  const [continent, ...rest] = zone.split('/');
  const city = rest.at(-1);
  return city === undefined || continent === 'Etc' ? null : city.replaceAll('_', ' ');
}
