/** The last errors of this page, for the diagnostics panel. */
import { hearErrors } from '../../workers/shared/hear-errors.ts';

export interface RecentError {
  /** ms since 1970. */
  at: number;
  text: string;
}
const KEPT = 50;
const LONGEST = 500;
const errors: RecentError[] = [];

/** Notes from here on what nobody caught. */
export function startHearing(): void {
  hearErrors(window, (text) => {
    errors.push({ at: Date.now(), text: text.slice(0, LONGEST) });
    if (errors.length > KEPT) errors.shift();
  });
}

/** Oldest first. */
export const recentErrors = (): readonly RecentError[] => [...errors];
