/** The inbox's keys (docs/product.md §10), by the character typed: `?` needs Shift on Spanish keyboards, layouts differ. */
export const KEYS = {
  j: 'next',
  k: 'previous',
  r: 'reply',
  n: 'note',
  t: 'take',
  e: 'close',
  a: 'derive',
  c: 'ticket',
  p: 'priority',
  m: 'macro',
  s: 'follow',
  u: 'unread',
  z: 'snooze',
  x: 'select',
  f: 'find',
  escape: 'clear',
  '?': 'help',
} as const;
export type KeyAction = (typeof KEYS)[keyof typeof KEYS];

interface KeyPress {
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
  defaultPrevented: boolean;
}

/**
 * What a key press asks for.
 * @param inField the focus is where people type, or in a dialog or menu: letters are letters there
 */
export function keyAction(press: KeyPress, inField: boolean): KeyAction | null {
  if (inField || press.defaultPrevented || press.ctrlKey || press.altKey || press.metaKey) return null;
  const key = press.key.toLowerCase();
  return Object.hasOwn(KEYS, key) ? KEYS[key as keyof typeof KEYS] : null;
}

/** Whether letters typed here are meant for the element. */
export function takesLetters(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // A menu that just opened takes the focus a moment later: until then it is on its button.
  const taking =
    'input:not([type="checkbox"]), textarea, select, [role="dialog"], [role="menu"], [aria-haspopup="menu"][aria-expanded="true"]';
  return target.isContentEditable || target.closest(taking) !== null;
}

/** What comes after the open conversation once it is done with: the one below, else the one above. */
export function following(ids: readonly string[], open: string): string | null {
  const index = ids.indexOf(open);
  return ids[index + 1] ?? (index > 0 ? ids[index - 1] : null) ?? null;
}

/** The neighbour of the open conversation in the list; the first one when none of it is open. */
export function neighbour(ids: readonly string[], open: string | null, step: 1 | -1): string | null {
  const index = open === null ? -1 : ids.indexOf(open);
  if (index < 0) return ids[0] ?? null;
  return ids[Math.min(ids.length - 1, Math.max(0, index + step))] ?? null;
}
