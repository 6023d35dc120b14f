/** What the main thread of a page did while something happened, from Chromium's own trace. */
import type { CDPSession, Page } from '@playwright/test';

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds by the clock, and of the processor's own time. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

export interface Tasks {
  /** Milliseconds of the longest task. */
  longest: number;
  /** How many took over 50 ms. */
  long: number;
  /** Milliseconds of all tasks together. */
  busy: number;
  /** The same two by the processor's own time: other programs of the machine are not in it. */
  ownLongest: number;
  ownLong: number;
}

/** Runs `work` and tells of the tasks on the page's main thread meanwhile. */
export async function traced(page: Page, work: (session: CDPSession) => Promise<void>): Promise<Tasks> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[]) events.push(event);
  });
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
    },
  });
  await work(session);
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return tasksOf(events);
}

const thread = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;

function tasksOf(events: readonly TraceEvent[]): Tasks {
  const mains = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(thread),
  );
  const byThread = new Map<string, { ms: number; own: number }[]>();
  for (const event of events) {
    if (event.name !== 'RunTask' && event.name !== 'ThreadControllerImpl::RunTask') continue;
    const key = thread(event);
    if (!mains.has(key) || event.dur === undefined) continue;
    const tasks = byThread.get(key) ?? [];
    tasks.push({ ms: event.dur / 1_000, own: (event.tdur ?? Number.NaN) / 1_000 });
    byThread.set(key, tasks);
  }
  // The page that scrolls is the busiest of the windows.
  const all = [...byThread.values()].map((tasks) => ({
    longest: Math.max(0, ...tasks.map(({ ms }) => ms)),
    long: tasks.filter(({ ms }) => ms > 50).length,
    busy: tasks.reduce((sum, { ms }) => sum + ms, 0),
    ownLongest: Math.max(0, ...tasks.map(({ own }) => own)),
    ownLong: tasks.some(({ own }) => Number.isNaN(own))
      ? Number.NaN
      : tasks.filter(({ own }) => own > 50).length,
  }));
  const [busiest] = all.sort((a, b) => b.busy - a.busy);
  if (!busiest) throw new Error('The trace names no task of a page.');
  return busiest;
}

/** Scrolls what is under a point, as a finger would. @param distance px, downwards positive; @param speed px a second */
export async function scroll(
  session: CDPSession,
  at: { x: number; y: number },
  distance: number,
  speed: number,
): Promise<void> {
  await session.send('Input.synthesizeScrollGesture', {
    ...at,
    yDistance: -distance,
    speed,
    gestureSourceType: 'mouse',
    preventFling: true,
  });
}
