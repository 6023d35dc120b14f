/** What /registro keeps in its address: a query at all (docs/product.md §2: without one, who is signed in goes to the dashboard). */
export interface RegistrationSearch {
  /** 1 to 5; the kept progress decides, the address only says that a registration goes on. */
  step?: number;
}

/** The step that the address names, 1 to 5; anything else is left out. */
export function readRegistrationSearch(raw: Record<string, unknown>): RegistrationSearch {
  const step = Number(raw['step']);
  return Number.isSafeInteger(step) && step >= 1 && step <= 5 ? { step } : {};
}
