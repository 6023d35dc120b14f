/**
 * Which modules the inbox fetches ahead of need (src/features/inbox/inbox-parts.ts and the lists that it joins), so that
 * they come in two files and not in ninety: one that only the inbox needs, one with what other screens need too.
 */
import type { Plugin } from 'vite';
import { closure, moduleId } from './module-closure.ts';

const INBOX = 'src/features/inbox/';
/** Where the lists stand whose parts are fetched ahead. */
const LISTS = ['inbox-parts', 'header-parts', 'list/list-parts', 'composer/parts', 'log/log-parts'].map(
  (name) => moduleId(`${INBOX}${name}.ts`),
);

/** So many other screens and dialogs that need a module too make it one of theirs. */
const MANY = 12;

export interface PartsAhead {
  plugin: Plugin;
  /** Fetched ahead, or needed by what is. */
  isAhead(id: string): boolean;
  /** The same, and many other screens and dialogs need it too. */
  isSharedAhead(id: string): boolean;
}

export function partsAhead(): PartsAhead {
  let ahead = new Set<string>();
  let sharers = new Map<string, number>();
  return {
    isAhead: (id) => ahead.has(id),
    isSharedAhead: (id) => ahead.has(id) && (sharers.get(id) ?? 0) >= MANY,
    plugin: {
      name: 'parts-ahead',
      apply: 'build',
      buildEnd(error) {
        if (error) return;
        const lists = new Set(LISTS);
        const parts = new Set(
          LISTS.flatMap((list) => this.getModuleInfo(list)?.dynamicallyImportedIds ?? []),
        );
        if (parts.size < LISTS.length) this.error('The lists of parts that are fetched ahead have moved.');
        const others = [...this.getModuleIds()]
          .filter((id) => !lists.has(id))
          .flatMap((id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
          .filter((id) => !parts.has(id));
        ahead = closure(this, [...parts]);
        sharers = new Map();
        for (const other of new Set(others))
          for (const id of closure(this, [other])) sharers.set(id, (sharers.get(id) ?? 0) + 1);
      },
    },
  };
}
