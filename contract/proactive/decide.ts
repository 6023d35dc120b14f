/**
 * Which proactive message a visitor gets on a page, and when: one decision for the chat in a site and for the try-out on
 * its owner's screen. Pure: who asks says where the visitor is, which visit this is and what was told before.
 *
 * The first rule of the list that fits decides, and waits its seconds on the page. One that was shown waits its days, one
 * that was closed or opened is over for that visitor, and between any two there is a while (PROACTIVE_LIMITS.gap).
 */
import type { ProactiveShown } from '../entities/proactive.ts';
import { parsedUrl } from '../parsed-url.ts';
import { PROACTIVE_LIMITS } from '../proactive-limits.ts';

/** What this visitor was told by a rule. */
export interface ProactiveTold {
  /** The rule's. */
  id: string;
  /** When it showed last. Milliseconds since 1970. */
  at: number;
  /** They closed it, or opened the chat by it: it never comes again. */
  over: boolean;
}

export interface ProactiveView {
  /** The page's whole address. */
  page: string;
  /** 1: their first. */
  visit: number;
  /** Somebody attends now, by the bot's calendar. */
  open: boolean;
  /** Milliseconds since 1970. */
  now: number;
  told: readonly ProactiveTold[];
}

/** Why a rule says nothing here; null: it fits. */
export type ProactiveMiss = 'page' | 'visit' | 'hours' | 'over' | 'every' | 'gap' | null;

type Rule = Omit<ProactiveShown['rules'][number], 'text'>;

const DAY = 24 * 60 * 60_000;

/** As people type it: without its escapes, whatever the case, without a slash at the end. */
function plain(path: string): string {
  let read = path;
  try {
    read = decodeURI(path);
  } catch {
    // What is no escape is meant as it stands.
    read = path;
  }
  return read.toLowerCase().replace(/(.)\/+$/, '$1');
}

/** The site's name as rules have it, of a name or an address. */
export const hostOf = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z\d+.-]*:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/^www\./, '');

/** Whether a rule is for this page. What is no address is no page. */
function isFor({ hosts, paths }: Rule, page: string): boolean {
  const url = parsedUrl(page);
  if (!url) return false;
  const { host, hostname, pathname, hash } = url;
  const isHost = (wished: string) =>
    [host, hostname].some((one) => one === wished || one.endsWith(`.${wished}`));
  if (hosts.length > 0 && !hosts.some(isHost)) return false;
  // Some single-page sites have their pages behind '#/'.
  const path = plain(hash.startsWith('#/') ? `${pathname.replace(/\/$/, '')}${hash.slice(1)}` : pathname);
  return (
    paths.length === 0 ||
    paths.some(({ how, path: wished }) => {
      if (how === 'is') return path === plain(wished);
      const part = plain(wished);
      return how === 'starts' ? path.startsWith(part) : path.includes(part);
    })
  );
}

/** Why this rule says nothing to this visitor; null: it fits, and shows after its seconds unless one before it fits too. */
export function proactiveMiss(rule: Rule, { page, visit, open, now, told }: ProactiveView): ProactiveMiss {
  if (!isFor(rule, page)) return 'page';
  if (visit < rule.visit) return 'visit';
  if (rule.hours === 'open' && !open) return 'hours';
  const before = told.filter(({ id }) => id === rule.id);
  if (before.some(({ over }) => over)) return 'over';
  if (before.some(({ at }) => now - at < rule.every * DAY)) return 'every';
  return told.some(({ at }) => now - at < PROACTIVE_LIMITS.gap) ? 'gap' : null;
}

/** The first of them that fits. @param rules in their order, those alone that are switched on */
export function decideProactive<R extends Rule>(rules: readonly R[], view: ProactiveView): R | null {
  return rules.find((rule) => proactiveMiss(rule, view) === null) ?? null;
}
