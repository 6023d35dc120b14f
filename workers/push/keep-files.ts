/**
 * Keeps the built files of the inbox and one document, so that it opens with the network gone: what it shows then comes
 * from the log, and the shell's banner says so. Files and document are of one build or are not kept at all: the list is
 * made with the build, and a document that does not name it ends the installation; the kept ones stay until a whole new
 * set is there. While the server answers, every document is the server's own.
 */
import { cacheNames, setCacheNameDetails } from 'workbox-core';
import { addPlugins, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { EARLY_SCRIPTS } from '../../contract/early-scripts.ts';
import { NO_PAGES, OPEN_PAGES } from '../../contract/page-addresses.ts';

declare const self: ServiceWorkerGlobalScope;
/** Set by vite.config.ts from the client's build. */
declare const BUILT: { build: string; main: string; files: string[] };
const { build, main, files } = BUILT;

/** The server answers with the same document here as for every page (server/platform/serving). */
const DOCUMENT = '/index.html';
/** A document that takes longer is no longer waited for. Milliseconds. */
const PATIENCE = 5_000;
/** Who stands before the server says so where the server is gone. */
const GATEWAY = [502, 503, 504];
/** Pages for people without an account are the network's alone; so is what a frame shows, and whatever is a file. */
const isKept = ({ pathname }: URL): boolean => {
  const address = pathname.slice(1);
  return (
    !NO_PAGES.test(address) && !OPEN_PAGES.test(address) && !/^preview_bot(\/|$)|\.[a-z]+$/.test(address)
  );
};

/** Static routes: what is answered without waking this worker. Not yet in TypeScript's library. */
interface Routed extends ExtendableEvent {
  addRoutes?(rules: readonly object[]): Promise<void>;
}

/** Call while the script runs for the first time: browsers hear of requests only then. */
export function keepFiles(): void {
  setCacheNameDetails({ prefix: 'charla', precache: 'files', suffix: '' });
  addPlugins([{ cacheWillUpdate: ({ request, response }) => wholeOrNothing(request, response) }]);
  precacheAndRoute([...files.map((url) => ({ url, revision: null })), { url: DOCUMENT, revision: build }], {
    directoryIndex: '',
    cleanURLs: false,
    ignoreURLParametersMatching: [],
  });
  registerRoute(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isKept(url),
    ({ request }) => page(request),
  );
  self.addEventListener('install', (event: Routed) => {
    const routes = event.addRoutes?.([
      { condition: { urlPattern: { pathname: '/svc/*' } }, source: 'network' },
      { condition: { urlPattern: { pathname: '/socket.io/*' } }, source: 'network' },
      ...['assets/*', ...EARLY_SCRIPTS].map((path) => ({
        condition: { urlPattern: { pathname: `/${path}`, search: '*' } },
        source: { cacheName: cacheNames.precache },
      })),
      { condition: { requestMode: 'navigate' }, source: 'race-network-and-fetch-handler' },
    ]);
    if (routes) event.waitUntil(routes);
  });
}

/** A document of another build than this worker's has other files: nothing is kept, and the next visit tries again. */
async function wholeOrNothing(request: Request, response: Response): Promise<Response | null> {
  if (!response.ok) return null;
  if (new URL(request.url).pathname !== DOCUMENT) return response;
  const text = await response.clone().text();
  return text.includes(`"${main}"`) ? response : null;
}

/** The server's page; the kept one where nobody answers in time. */
async function page(request: Request): Promise<Response> {
  const kept = () => matchPrecache(DOCUMENT);
  try {
    // The request as it is: the browser has asked already (the race of the static routes), and hands its answer on.
    const answer = await Promise.race([fetch(request), tooLate()]);
    return GATEWAY.includes(answer.status) ? ((await kept()) ?? answer) : answer;
  } catch (error) {
    const known = await kept();
    if (!known) throw error;
    return known;
  }
}

/** Fails once nobody waits any longer. */
const tooLate = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('No document in time')), PATIENCE);
  });
