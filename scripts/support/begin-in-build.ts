/**
 * What runs ahead of the page's own script (src/app/shell/begin.ts), as files that need nothing of it: they are read and run
 * while React's drawing part, the router and the component library are still on their way.
 *
 *   basis ──── what login, page and beginning share
 *   queries ── the library of queries, which the login does without
 *   begin ──── the rest of the beginning; imports those and what the hub's worker shares (hub-in-build.ts)
 */
import type { Plugin } from 'vite';
import { closure, moduleId } from './module-closure.ts';

const PAGE = moduleId('index.html');
const BEGIN = moduleId('src/app/shell/begin.ts');
/** Only how it reads an address is of use so early. */
const ROUTER = /[\\/]@tanstack[\\/](react-router|router-core|history)[\\/]/;
const ADDRESS = /[\\/]router-core[\\/]dist[\\/]esm[\\/](searchParams|qss)\.js$/;
const QUERIES = /[\\/](with-queries\.tsx|@tanstack[\\/](react-query|query-core)[\\/])/;
/** Of its library, what only some screens ask with: lists that go on below, many at once, changes. */
const SELDOM =
  /[\\/](queriesObserver|infiniteQueryObserver|mutationObserver|useMutation|use\w*Queries|use\w*InfiniteQuery)\.js$/;
/** What the beginning may load besides itself. */
const SHARED = /^assets\/(basis|begin|common|live|queries|rolldown-runtime)-/;

export interface BeginInBuild {
  plugin: Plugin;
  isBasis(id: string): boolean;
  isOfQueries(id: string): boolean;
  isBegin(id: string): boolean;
}

export function beginInBuild(): BeginInBuild {
  let start = new Set<string>();
  let begin = new Set<string>();
  const isBegin = (id: string) => begin.has(id);
  return {
    isBasis: (id) => start.has(id) && isBegin(id),
    isOfQueries: (id) => QUERIES.test(id) && !SELDOM.test(id),
    isBegin,
    plugin: {
      name: 'begin-in-build',
      apply: 'build',
      enforce: 'pre',
      buildEnd(error) {
        if (error) return;
        start = closure(this, [PAGE]);
        begin = closure(this, [BEGIN], {
          without: (id) => SELDOM.test(id) || (ROUTER.test(id) && !ADDRESS.test(id)),
        });
        // A barrel that is passed over hides what it hands on.
        for (const id of start) if (ADDRESS.test(id)) begin.add(id);
      },
      generateBundle(_, bundle) {
        for (const [file, part] of Object.entries(bundle)) {
          if (part.type !== 'chunk' || !SHARED.test(file)) continue;
          for (const name of part.imports)
            if (!SHARED.test(name)) this.error(`${file} would wait for the page's ${name}`);
        }
      },
    },
  };
}
