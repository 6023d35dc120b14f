/** One job in a fresh worker, as the hub has one: nothing warm but what the job itself warms. */
import { applyFrame } from '../../machines/inbox/fold.ts';
import { readFrames } from '../../workers/hub/connection/frames.ts';
import { emptyBase, makeEvents } from './events.ts';
import type { Alone, Answers, Job } from './measured.ts';
import { fillNaive, ingestNaive, openNaive } from './naive.ts';
import { fillOurs, ingestOurs, openOurs } from './ours.ts';

async function run(job: Job): Promise<Answers[Job['kind']]> {
  switch (job.kind) {
    case 'ingest': {
      const ingest = job.design === 'ours' ? ingestOurs : ingestNaive;
      return ingest(makeEvents(job.events), job.batch, job.cap);
    }
    case 'fill': {
      const fill = job.design === 'ours' ? fillOurs : fillNaive;
      await fill(makeEvents(job.events));
      return null;
    }
    case 'open':
      return job.design === 'ours' ? openOurs() : openNaive();
    case 'alone':
      return alone(job.events);
  }
}

function alone(count: number): Alone {
  const events = makeEvents(count);
  const texts = events.map((event) => JSON.stringify(event));
  const raw = texts.map((text): unknown => JSON.parse(text));
  const readFrom = performance.now();
  const frames = readFrames(raw).map(({ frame }) => frame);
  const foldFrom = performance.now();
  const state = emptyBase();
  for (const frame of frames) applyFrame(state, frame);
  const end = performance.now();
  if (state.seq !== count) throw new Error(`Folded up to ${state.seq} instead of ${count}`);
  const bytes = texts.reduce((sum, text) => sum + text.length, 0) / count;
  return { readMs: foldFrom - readFrom, foldMs: end - foldFrom, bytes };
}

addEventListener('message', (event: MessageEvent<Job>) => {
  run(event.data).then(
    (answer) => postMessage({ answer }),
    (error: unknown) => postMessage({ error: String(error) }),
  );
});
