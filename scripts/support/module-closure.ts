import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

/** @param file from the top of the repository. @returns its id in the build */
export const moduleId = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url));

interface Bounds {
  /** Also what is loaded later. */
  lazily?: boolean;
  /** Left out with all that only it imports. */
  without?: (id: string) => boolean;
}

/** All modules that these import, and they themselves. */
export function closure(
  context: Rolldown.PluginContext,
  entries: readonly string[],
  { lazily = false, without = () => false }: Bounds = {},
): Set<string> {
  const found = new Set<string>();
  const waiting = [...entries];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || without(id)) continue;
    found.add(id);
    const module = context.getModuleInfo(id);
    waiting.push(...(module?.importedIds ?? []), ...(lazily ? (module?.dynamicallyImportedIds ?? []) : []));
  }
  return found;
}
