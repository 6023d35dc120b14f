/** How long an answer may still take, in words. Pure. */
import { waitText } from '../../../ui/dates.ts';

const MINUTE = 60_000;

/** 'vence en 12 min', 'vencida hace 5 min', 'recién vencida'. @param now ms since 1970, by the server's clock */
export function dueText(dueAt: string, now: number): string {
  const due = Date.parse(dueAt);
  if (now >= due) return now - due < MINUTE ? 'recién vencida' : `vencida hace ${waitText(dueAt, now)}`;
  // A minute that has begun is one that is left.
  return `vence en ${waitText(new Date(now).toISOString(), due + MINUTE - 1)}`;
}
