/** What stands in the address of `/stripe`. */
export interface StripeSearch {
  session_id?: string;
  /** Came back from the till without paying. */
  left?: string;
  link?: string;
  expires?: string;
  signature?: string;
}

/** The parts that are texts; the router reads numbers as such. */
export function readStripeSearch(search: Record<string, unknown>): StripeSearch {
  const found: StripeSearch = {};
  for (const name of ['session_id', 'left', 'link', 'expires', 'signature'] as const) {
    const value = search[name];
    if (typeof value === 'string' || typeof value === 'number') found[name] = String(value);
  }
  return found;
}
