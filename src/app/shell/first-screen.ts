/**
 * Keeps what the inbox shows for the next page of this browser: rows, counters and frame as words and looks, which
 * public/first-screen.js shows before any other script has run. Only where the service worker keeps this build's files,
 * only of the inbox and without what is written in a conversation, and only until its person signs out (`clearSession`).
 */
import { readUser } from '../../api/credentials.ts';
import { config, inboxPath } from '../../base/client-config.ts';

const KEY = 'first-screen';
/** More than this is no list: an origin has 5 MB. Characters. */
const MOST = 400_000;
/** A list that stands this long is worth keeping even if the tab is never left. Milliseconds. */
const SETTLED = 3_000;

/** Words, or an element: its tag, its attributes and what is in it. */
type Kept = string | readonly [tag: string, attributes: Record<string, string>, children: readonly Kept[]];

/** What says who or what an element is to others, leads elsewhere, or is only of this page. */
const LEFT_OUT =
  /^(id|name|for|href|src|style|value|on.*|aria-(labelledby|describedby|controls|owns|activedescendant))$/;

function keptOf(node: Node): Kept | null {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element)) return null;
  const attributes: Record<string, string> = {};
  for (const { name, value } of node.attributes) if (!LEFT_OUT.test(name)) attributes[name] = value;
  const style = (node as HTMLElement | SVGElement).style.cssText;
  if (style !== '') attributes['style'] = style;
  const children =
    node instanceof HTMLSelectElement
      ? node.selectedOptions
      : // Of an open conversation nothing is kept but its place.
        node.matches('[data-private]')
        ? []
        : node.childNodes;
  return [node.tagName.toLowerCase(), attributes, [...children].flatMap(keptIn)];
}

const keptIn = (node: Node): Kept[] => {
  const kept = keptOf(node);
  return kept === null ? [] : [kept];
};

/** Whether a rule's selector is of something that stands here, in whatever state. */
function isOfHere(selector: string): boolean {
  const plain = selector.replace(/::?[\w-]+(\([^()]*(\([^()]*\)[^()]*)*\))?/g, '');
  return plain
    .split(',')
    .map((one) => one.trim())
    .some((one) => /(^|[\s>+~])$/.test(one) || document.querySelector(one) !== null);
}

/** The rules that dress what stands here, in their layers and conditions, as one text. */
const looksOf = (rules: CSSRuleList): string =>
  [...rules]
    .map((rule) => {
      if (rule instanceof CSSStyleRule) return isOfHere(rule.selectorText) ? rule.cssText : '';
      if (!(rule instanceof CSSGroupingRule)) return rule.cssText;
      const inner = looksOf(rule.cssRules);
      return inner === '' ? '' : `${rule.cssText.slice(0, rule.cssText.indexOf('{'))}{${inner}}`;
    })
    .join('');

const looksNow = () => [...document.styleSheets].map((sheet) => looksOf(sheet.cssRules)).join('');

/** The address without the open conversation, as public/first-screen.js compares it. */
function addressNow(): { address: string; open: boolean } {
  const asked = new URLSearchParams(location.search);
  const open = asked.has('conversation');
  for (const one of ['conversation', 'message']) asked.delete(one);
  asked.sort();
  return { address: `${location.pathname}?${asked}`, open };
}

/** Whether this page may be kept: the inbox with rows, and a session. */
function keep(): void {
  const user = readUser();
  const root = document.getElementById('root');
  if (!user || !root?.querySelector('[data-conversation]') || location.pathname !== inboxPath()) return;
  const text = JSON.stringify({
    user: user.id,
    build: config().build,
    ...addressNow(),
    width: window.innerWidth,
    scheme: document.documentElement.getAttribute('data-mantine-color-scheme'),
    background: getComputedStyle(document.body).backgroundColor,
    style: looksNow(),
    tree: [...root.childNodes].flatMap(keptIn),
  });
  try {
    if (text.length > MOST) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, text);
  } catch (error) {
    console.warn('The first screen could not be kept: the next page waits for its own.', error);
  }
}

/** Keeps the inbox when its tab is left, and once it has stood for a while. @returns what ends it */
export function keepFirstScreen(): () => void {
  const left = () => {
    if (document.visibilityState === 'hidden') keep();
  };
  const timer = setTimeout(keep, SETTLED);
  document.addEventListener('visibilitychange', left);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', left);
  };
}
