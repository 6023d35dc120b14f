/**
 * The hub's worker as part of the page's build, so that what both run is one file for both: the browser fetches it once.
 * Left to itself the builder makes a worker in a build of its own, with its own copy of every library.
 *
 *   start ── what the page imports and the worker does not
 *   common ─ what both import before anything is shown (and the builder's own helpers, rolldown-runtime)
 *   live ─── what the worker shares with screens that come later
 *   worker-hub ─ the rest of the worker; imports common and live, never the page's
 *   dexie ── what the worker asks for beside the socket (workers/hub/platform/load-dexie.ts)
 */
import type { Plugin } from 'vite';
import { closure, moduleId } from './module-closure.ts';

const PAGE = moduleId('index.html');
const HUB = moduleId('workers/hub/hub.ts');
/** How the page names the worker's address (src/hub/tab-platform.ts). */
const ADDRESS = /new URL\('[./]+\/workers\/hub\/hub\.ts', import\.meta\.url\)/g;
/** What the worker may load besides itself. */
const SHARED = /^assets\/(common|live|rolldown-runtime)-/;
/** What the worker alone loads once it runs. */
const LATER = /^assets\/dexie-/;

export interface HubInBuild {
  plugin: Plugin;
  isCommon(id: string): boolean;
  isLive(id: string): boolean;
  isStart(id: string): boolean;
}

export function hubInBuild(): HubInBuild {
  let start = new Set<string>();
  let hub = new Set<string>();
  let page = new Set<string>();
  let chunk = '';
  return {
    isCommon: (id) => start.has(id) && hub.has(id),
    isLive: (id) => hub.has(id) && page.has(id),
    isStart: (id) => start.has(id),
    plugin: {
      name: 'hub-in-build',
      apply: 'build',
      enforce: 'pre',
      buildStart() {
        chunk = this.emitFile({ type: 'chunk', id: HUB, name: 'worker-hub' });
      },
      transform(code, id) {
        if (!id.endsWith('/src/hub/tab-platform.ts')) return null;
        const found = code.replaceAll(ADDRESS, `import.meta.ROLLUP_FILE_URL_${chunk}`);
        if (found === code) this.error('The page starts no hub: has the address of its worker changed?');
        return found;
      },
      buildEnd(error) {
        if (error) return;
        start = closure(this, [PAGE]);
        hub = closure(this, [HUB]);
        page = closure(this, [PAGE], { lazily: true });
      },
      generateBundle(_, bundle) {
        for (const [file, part] of Object.entries(bundle)) {
          if (part.type !== 'chunk') continue;
          const isHub = /worker-hub-/.test(file);
          for (const name of [...part.imports, ...part.dynamicImports]) {
            if (/worker-hub-/.test(name)) this.error(`${file} would run the hub in the page`);
            if (!isHub && LATER.test(name)) this.error(`${file} would run the worker's ${name} in the page`);
            if (isHub && LATER.test(name)) continue;
            if ((isHub || SHARED.test(file) || LATER.test(file)) && !SHARED.test(name))
              this.error(`${file} would run the page's ${name} in the worker`);
          }
        }
      },
    },
  };
}
