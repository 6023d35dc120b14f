/** Thirty days of an agent's shifts as status spans: weekdays from nine to six, lunch, a few breaks, nights off. */
import type { AgentStatus } from '../../../contract/states.ts';
import { dayStarts } from '../../platform/demo/day-starts.ts';
import type { Chance } from '../../platform/demo/random.ts';

export interface SpanSeed {
  status: AgentStatus;
  started_at: string;
  /** Null: it still lasts; the last one alone. */
  ended_at: string | null;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAYS = 30;

/** Contiguous, up to now; the last one is open and 'inactive': nobody is connected when the demo is made. */
export function workingSpans(luck: Chance, now: Date): SpanSeed[] {
  const changes: { at: number; status: AgentStatus }[] = [];
  for (const [index, start] of dayStarts(now, DAYS).entries()) {
    if (index === 0) changes.push({ at: start.getTime(), status: 'inactive' });
    const weekday = new Date(start.getTime() + 12 * HOUR).getUTCDay();
    // One Saturday in three somebody helps out; a day off now and then.
    if (weekday === 0 || (weekday === 6 && !luck.happens(0.3)) || luck.happens(0.04)) continue;
    changes.push(...shift(luck, start.getTime()));
  }
  const latest = now.getTime() - 3 * MINUTE;
  const past = changes.filter((change) => change.at < latest);
  if (past.at(-1)?.status !== 'inactive') past.push({ at: latest, status: 'inactive' });
  return past.map(({ at, status }, index) => ({
    status,
    started_at: new Date(at).toISOString(),
    ended_at: index + 1 < past.length ? new Date(past[index + 1]?.at ?? at).toISOString() : null,
  }));
}

/** One day's changes in order. */
function shift(luck: Chance, midnight: number): { at: number; status: AgentStatus }[] {
  const at = (hours: number, spread: number) => midnight + hours * HOUR + luck.between(0, spread * 60) * 1000;
  const changes: { at: number; status: AgentStatus }[] = [{ at: at(8.8, 25), status: 'active' }];
  if (luck.happens(0.6)) {
    const coffee = at(10.7, 40);
    changes.push(
      { at: coffee, status: 'absent' },
      { at: coffee + luck.between(6 * 60, 17 * 60) * 1000, status: 'active' },
    );
  }
  const lunch = at(13, 30);
  changes.push(
    { at: lunch, status: 'absent' },
    { at: lunch + luck.between(40 * 60, 65 * 60) * 1000, status: 'active' },
  );
  const end = at(17.9, 35);
  // Some close the tab and become inactive later, some say that they leave.
  if (luck.happens(0.35))
    changes.push({ at: end, status: 'close_session' }, { at: end + 2 * HOUR, status: 'inactive' });
  else changes.push({ at: end, status: 'inactive' });
  return changes;
}
