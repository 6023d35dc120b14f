/** The name of the screen that is open, from its route. */
import { useMatches } from '@tanstack/react-router';

export function useScreenTitle(): string | null {
  return useMatches({ select: (matches) => matches.at(-1)?.staticData.title ?? null });
}
