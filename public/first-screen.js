// Shows the inbox as this browser saw it last, before any other script has run: rows, counters and frame, until the page
// has rows of its own (src/app/shell/first-screen.ts keeps it; docs/decisions/0077-the-first-screen.md says why). Nothing
// in it can be pressed, and nothing of it but words and looks is made: what is kept could have been written by others.
// The page's own script begins once that is painted; where nothing is kept, at once.
(() => {
  const { main, begin, hub, build } = document.currentScript?.dataset ?? {};
  const KEY = 'first-screen';
  const SVG = 'http://www.w3.org/2000/svg';
  const TAGS =
    /^(div|span|p|ul|ol|li|section|header|nav|aside|main|footer|h[1-6]|button|a|b|i|em|strong|small|time|label|input|hr|table|thead|tbody|tr|th|td|kbd|mark|bdi|select|option|form|search|fieldset|legend|dl|dt|dd|svg|g|path|circle|rect|line|polyline|polygon)$/;
  const ATTRIBUTES =
    /^(class|data-[\w-]+|aria-(selected|current|pressed|expanded|disabled|orientation|checked)|role|dir|lang|hidden|disabled|type|placeholder|tabindex|viewbox|d|fill|stroke|stroke-width|stroke-linecap|stroke-linejoin|fill-rule|clip-rule|cx|cy|r|rx|ry|x|y|x1|x2|y1|y2|width|height|points|transform|xmlns)$/i;
  /** From the first that the page shows behind it: what takes longer shows itself that it waits. Milliseconds. */
  const PATIENCE = 6_000;

  const read = (text) => {
    try {
      return text ? JSON.parse(text) : null;
    } catch (error) {
      console.warn('The kept first screen is not JSON.', error);
      return null;
    }
  };
  const stored = (key) => {
    try {
      return window.localStorage.getItem(key);
    } catch (error) {
      console.warn('Sin almacenamiento local: la pantalla espera.', error);
      return null;
    }
  };

  /** Whether anything is shown. */
  function show() {
    const kept = read(stored(KEY));
    const root = document.getElementById('root');
    if (!kept || !root || !Array.isArray(kept.tree)) return false;
    const asked = new URLSearchParams(location.search);
    const open = asked.has('conversation');
    for (const one of ['conversation', 'message']) asked.delete(one);
    asked.sort();
    const fits =
      stored('access-token') !== null &&
      kept.user === read(stored('user'))?.id &&
      kept.build === read(document.getElementById('client-config')?.textContent)?.build &&
      kept.address === `${location.pathname}?${asked}` &&
      kept.open === open &&
      kept.width === window.innerWidth &&
      kept.scheme === document.documentElement.getAttribute('data-mantine-color-scheme');
    if (!fits) return false;

    const make = (node, inSvg) => {
      if (typeof node === 'string') return document.createTextNode(node);
      const [tag, attributes, children] = node;
      if (!TAGS.test(tag)) return document.createTextNode('');
      const svg = inSvg || tag === 'svg';
      const element = svg ? document.createElementNS(SVG, tag) : document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) {
        if (name === 'style') element.style.cssText = String(value);
        else if (ATTRIBUTES.test(name)) element.setAttribute(name, String(value));
      }
      for (const child of children) element.append(make(child, svg));
      return element;
    };

    const screen = document.createElement('div');
    screen.id = 'first-screen';
    screen.inert = true;
    screen.setAttribute('aria-hidden', 'true');
    // Above what is being made behind it.
    screen.style.cssText = 'position:fixed;inset:0;z-index:1000;overflow:hidden';
    screen.style.background = String(kept.background);
    const looks = document.createElement('style');
    looks.textContent = typeof kept.style === 'string' ? kept.style : '';
    screen.append(looks, ...kept.tree.map((node) => make(node, false)));

    const path = location.pathname;
    let timer = 0;
    const gone = () => {
      watch.disconnect();
      clearTimeout(timer);
      screen.remove();
    };
    // Within the task that draws the page's own rows: no frame shows both, or neither.
    const watch = new MutationObserver(() => {
      if (root.querySelector('[data-settled]') || location.pathname !== path) return gone();
      if (timer === 0) timer = setTimeout(gone, PATIENCE);
    });
    watch.observe(root, { subtree: true, childList: true, attributeFilter: ['data-settled'] });
    document.body.append(screen);
    return true;
  }

  /**
   * The page's script asks this worker for everything that it shows; by then it shall be there. One of its own is no
   * harm: name and address are those of src/hub/tab-platform.ts, and a worker of that name lives once. On a first visit it
   * has nothing to tell, and what the page asks for itself needs the processor (src/app/shell/begin.ts).
   */
  const wake = () => {
    if (!hub || !build || typeof SharedWorker === 'undefined') return;
    if (stored('access-token') === null || stored('places') === null) return;
    try {
      const worker = new SharedWorker(hub, { type: 'module', name: `charla-hub:${build}` });
      // The page speaks over this way to it: another takes the browser a tenth of a second while it is busy with the page.
      window.charlaHub = { build, worker };
      worker.onerror = () => delete window.charlaHub;
    } catch (error) {
      console.warn('The hub could not be started ahead; the page starts it.', error);
    }
  };

  let started = false;
  const start = () => {
    // `npm run dev` serves a document that names its script itself.
    if (!main || started) return;
    started = true;
    wake();
    for (const address of [begin, main]) {
      if (!address) continue;
      const script = document.createElement('script');
      script.type = 'module';
      script.crossOrigin = '';
      script.src = address;
      // One after the other: what the first asks for comes while the second runs.
      script.async = false;
      document.head.append(script);
    }
  };
  let shown = false;
  try {
    shown = show();
  } catch (error) {
    console.warn('The kept first screen could not be shown.', error);
  }
  if (!shown || document.visibilityState !== 'visible') return start();
  requestAnimationFrame(() => setTimeout(start));
  // Whoever looks elsewhere meanwhile is painted nothing.
  setTimeout(start, 300);
})();
