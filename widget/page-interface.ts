/**
 * `window.Charla`: what the page may ask of the chat (docs/widget.md). A page that asks before the chat is there leaves
 * its wishes in a queue. Whatever it gives is bounded and text; it hears that something happened, never what was said.
 */
import type { Corner } from './corner.ts';
import type { PageEvent, PageEvents } from './frame.ts';
import { readPerson } from './person.ts';

type Listener = (detail: object) => void;

const EVENTS: readonly PageEvent[] = [
  'ready',
  'opened',
  'closed',
  'message',
  'unread',
  'ended',
  'identified',
  'rejected',
];
/** A page that adds one at every view without taking it away is told so. */
const MOST_LISTENERS = 50;
/** What waited is bounded, too. */
const MOST_WAITING = 100;
/** Characters of a prefilled text; the field takes fewer still. */
const MOST_PREFILL = 20_000;

/** For the site's developer, who is its only reader. */
function complain(what: string): void {
  console.error(`[chat] ${what}`);
}

/** Who listens to what. */
export class PageListeners {
  readonly #by = new Map<PageEvent, Set<Listener>>(EVENTS.map((event) => [event, new Set()]));
  #ready = false;

  tell = <Event extends PageEvent>(event: Event, detail: PageEvents[Event]): void => {
    if (event === 'ready') this.#ready = true;
    // Each in a turn of its own: what fails there is the page's, and reported as such by the browser.
    for (const listener of this.#by.get(event) ?? []) setTimeout(listener, 0, { ...detail });
  };

  on(event: unknown, listener: unknown): void {
    const of = this.#by.get(event as PageEvent);
    if (!of || typeof listener !== 'function')
      return void complain(`on espera uno de ${EVENTS.join(', ')} y una función`);
    if (of.size >= MOST_LISTENERS)
      return void complain(`on: ya hay ${MOST_LISTENERS} funciones para ${event}; quítalas con off`);
    of.add(listener as Listener);
    if (event === 'ready' && this.#ready) setTimeout(listener as Listener, 0, {});
  }

  off(event: unknown, listener: unknown): void {
    this.#by.get(event as PageEvent)?.delete(listener as Listener);
  }

  clear(): void {
    for (const of of this.#by.values()) of.clear();
  }
}

interface Charla {
  (name: unknown, ...given: unknown[]): void;
  /** What was asked before the chat was there. */
  q?: unknown;
  [name: string]: unknown;
}
type Holder = { Charla?: Charla };

/**
 * Gives the page its interface and does what it asked meanwhile. Where something else has its name, that is left alone.
 */
export function offer(corner: Corner, listeners: PageListeners): void {
  const holder = window as unknown as Holder;
  const before = holder.Charla;
  if (before !== undefined && !Array.isArray(before?.q)) {
    return void complain('window.Charla ya es otra cosa en esta página: el chat funciona sin su interfaz');
  }
  const actions: Record<string, (...given: unknown[]) => void> = {
    open: () => corner.show(true),
    close: () => corner.show(false),
    toggle: () => corner.toggle(),
    identify(value) {
      const person = value === null ? null : readPerson(value);
      if (typeof person === 'string') complain(person);
      else corner.identify(person);
    },
    shutdown: () => corner.leave(),
    prefill(text) {
      if (typeof text === 'string') corner.prefill(text.slice(0, MOST_PREFILL));
      else complain('prefill espera un texto');
    },
    on: (event, listener) => listeners.on(event, listener),
    off: (event, listener) => listeners.off(event, listener),
    destroy() {
      corner.destroy();
      listeners.clear();
      if (holder.Charla === charla) delete holder.Charla;
    },
  };
  const charla: Charla = Object.assign(
    (name: unknown, ...given: unknown[]) => {
      const action = typeof name === 'string' && Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (!action) return void complain(`Charla no conoce ${String(name).slice(0, 40)}`);
      if (!corner.signal.aborted) action(...given);
    },
    Object.fromEntries(
      Object.keys(actions).map((name) => [name, (...given: unknown[]) => charla(name, ...given)]),
    ),
  );
  holder.Charla = charla;
  const waiting = before?.q;
  if (Array.isArray(waiting))
    for (const call of waiting.slice(0, MOST_WAITING))
      charla(...(Array.from(call as ArrayLike<unknown>) as [unknown]));
  dispatchEvent(new Event('charla:ready'));
}
