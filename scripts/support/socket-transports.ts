/** The ways of Engine.IO that a build speaks: the others stay out of its files. */
import type { Plugin } from 'vite';

/** How the library's own list of its transports names each. */
const IMPORTS = {
  websocket: 'import { WS as websocket } from "./websocket.node.js";',
  polling: 'import { XHR as polling } from "./polling-xhr.node.js";',
} as const;

/**
 * Files with statements of their own at their top, which a build keeps unless it hears that nothing is lost: what carries
 * a transport that is not spoken, and the library's front door, where somebody comes by another.
 */
const CARRIERS = /[\\/]engine\.io-client[\\/]build[\\/]esm[\\/]transports[\\/]polling[\w.-]*\.js$/;
const FRONT_DOOR = /[\\/]socket\.io-client[\\/]build[\\/]esm[\\/]index\.js$/;

/** Leaves the library these transports alone; every place that opens a socket names the same. */
export function onlyTransports(...spoken: readonly (keyof typeof IMPORTS)[]): Plugin {
  return {
    name: 'only-transports',
    transform(code, id) {
      const isSpare = (!spoken.includes('polling') && CARRIERS.test(id)) || FRONT_DOOR.test(id);
      return isSpare ? { code, map: null, moduleSideEffects: false } : null;
    },
    load(id) {
      if (!/[\\/]engine\.io-client[\\/]build[\\/]esm[\\/]transports[\\/]index\.js$/.test(id)) return null;
      return `${spoken.map((name) => IMPORTS[name]).join('\n')}\nexport const transports = { ${spoken.join(', ')} };`;
    },
  };
}
