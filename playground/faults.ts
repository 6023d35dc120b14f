/** What goes wrong on demand: each counter is used up by what it spoils, each switch holds until it is turned. */
export interface Faults {
  /** Milliseconds before a hook leaves. */
  hookDelay: number;
  /** Every hook is sent twice. */
  double: boolean;
  /** Hooks that are waiting together leave in a random order. */
  reorder: boolean;
  /** So many of the next hooks are never sent. */
  drop: number;
  /** So many of the next calls are answered 429, with `retryAfter` seconds. */
  tooMany: number;
  retryAfter: number;
  /** So many of the next calls are answered 500. */
  broken: number;
  /** Every token is refused with code 190. */
  deadToken: boolean;
  /** So many of the next sends are taken, and the connection ends before the answer. */
  lostAnswers: number;
  /** The same, and the message is not taken either. */
  lostRequests: number;
  /** Milliseconds between sent, delivered and read. */
  statusDelay: number;
  /** The account's figures of templates are switched off. */
  noInsights: boolean;
  /** No read marks: the customer has switched receipts off. */
  noReads: boolean;
}

/** Everything works, at once. */
export const NO_FAULTS: Faults = {
  hookDelay: 0,
  double: false,
  reorder: false,
  drop: 0,
  tooMany: 0,
  retryAfter: 2,
  broken: 0,
  deadToken: false,
  lostAnswers: 0,
  lostRequests: 0,
  statusDelay: 0,
  noInsights: false,
  noReads: false,
};

/** Takes one from a counter. @returns whether there was one */
export function use(
  faults: Faults,
  name: 'drop' | 'tooMany' | 'broken' | 'lostAnswers' | 'lostRequests',
): boolean {
  if (faults[name] <= 0) return false;
  faults[name] -= 1;
  return true;
}

/** Changes what is named in `given`; anything that is no fault, or of another type, is left out. */
export function setFaults(faults: Faults, given: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(given)) {
    if (name in faults && typeof value === typeof faults[name as keyof Faults])
      Object.assign(faults, { [name]: value });
  }
}
