/** How pressing a wait is, in words; from when it is so, the bot's owner sets. Pure. */
import { type WaitLevel, type WaitLimits, waitLevel } from '../../../../contract/rules/waiting.ts';

const SEVERITIES = { calm: 'none', soon: 'long', late: 'too_long' } as const satisfies Record<
  WaitLevel,
  string
>;
export type Severity = (typeof SEVERITIES)[WaitLevel];

/**
 * @param since instant at which the wait began; null: nobody waits
 * @param limits of the bot, where they are known
 */
export function severityOf(since: string | null, now: number, limits: Partial<WaitLimits>): Severity {
  return since === null ? 'none' : SEVERITIES[waitLevel(since, now, limits)];
}

/** Beside the figure: colour alone says it to nobody who can't see it. Never by the name of a priority. */
export const SEVERITY_TEXT: Record<Severity, string | null> = {
  none: null,
  long: 'Larga',
  too_long: 'Muy larga',
};
