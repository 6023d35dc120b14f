import type { Rolldown } from 'vite';

/** All modules that these import, and they themselves. @param lazily also what is loaded later */
export function closure(
  context: Rolldown.PluginContext,
  entries: readonly string[],
  { lazily = false } = {},
): Set<string> {
  const found = new Set<string>();
  const waiting = [...entries];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    const module = context.getModuleInfo(id);
    waiting.push(...(module?.importedIds ?? []), ...(lazily ? (module?.dynamicallyImportedIds ?? []) : []));
  }
  return found;
}
