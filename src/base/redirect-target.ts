/**
 * Where to go after a sign-in. Only paths of this origin: an address in a link must not lead people elsewhere.
 * @returns the path with query, or null when there is none that may be used
 */
export function redirectTarget(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('/')) return null;
  if (value.startsWith('//') || value.includes('\\')) return null;
  if (value === '/login' || value.startsWith('/login?') || value.startsWith('/signin')) return null;
  return value;
}
