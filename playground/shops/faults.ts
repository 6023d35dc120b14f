/** What goes wrong in a shop on demand: counters are used up, switches hold. Each shop has its own. */
export interface ShopFaults {
  /** Milliseconds before each answer. */
  wait: number;
  /** It takes the question and never answers. */
  silent: boolean;
  /** So many of the next calls are answered as the shop does when it was asked too much. */
  tooMany: number;
  /** Seconds that it wants then. */
  retryAfter: number;
  /** So many of the next calls are answered 500. */
  broken: number;
  /** So many of the next calls are answered 200 with an error in place of what was asked. */
  errorIn200: number;
  /** Every call is answered with a page for people. */
  html: boolean;
  /** What was typed is no longer accepted. */
  deadToken: boolean;
  /** Orders, carts and customers are refused. */
  noOrders: boolean;
  /** The company has a till and no web shop (Bsale). */
  noWeb: boolean;
  /** Values as no page of the shop's documents shows them: numbers as texts, texts as numbers, none as '' or false. */
  odd: boolean;
  /** The seed by which some values of each answer are something else; 0: none. */
  noise: number;
}

export const NO_SHOP_FAULTS: ShopFaults = {
  wait: 0,
  silent: false,
  tooMany: 0,
  retryAfter: 2,
  broken: 0,
  errorIn200: 0,
  html: false,
  deadToken: false,
  noOrders: false,
  noWeb: false,
  odd: false,
  noise: 0,
};

/** Takes one from a counter. @returns whether there was one */
export function spend(faults: ShopFaults, name: 'tooMany' | 'broken' | 'errorIn200'): boolean {
  if (faults[name] <= 0) return false;
  faults[name] -= 1;
  return true;
}
