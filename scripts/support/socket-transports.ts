/** The ways of Engine.IO that a build speaks: the others stay out of its files. */
import type { Plugin } from 'vite';

/** How the library's own list of its transports names each. */
const IMPORTS = {
  websocket: 'import { WS as websocket } from "./websocket.node.js";',
  polling: 'import { XHR as polling } from "./polling-xhr.node.js";',
} as const;

/** What carries one, with statements of its own at its top: a build keeps them unless it hears that nothing is lost. */
const CARRIERS = /[\\/]engine\.io-client[\\/]build[\\/]esm[\\/]transports[\\/]polling[\w.-]*\.js$/;

/** Leaves the library these transports alone; every place that opens a socket names the same. */
export function onlyTransports(...spoken: readonly (keyof typeof IMPORTS)[]): Plugin {
  return {
    name: 'only-transports',
    transform(code, id) {
      const isCarried = spoken.includes('polling') || !CARRIERS.test(id);
      return isCarried ? null : { code, map: null, moduleSideEffects: false };
    },
    load(id) {
      if (!/[\\/]engine\.io-client[\\/]build[\\/]esm[\\/]transports[\\/]index\.js$/.test(id)) return null;
      return `${spoken.map((name) => IMPORTS[name]).join('\n')}\nexport const transports = { ${spoken.join(', ')} };`;
    },
  };
}
