/** What is stored, in memory and small: which numbers each segment holds and which conversations it tells of. */
import type { LoggedFrame } from '../../../contract/realtime/events.ts';
import type { Segment } from './log-database.ts';
import { conversationOf } from './scrub.ts';
import { checkFrames } from './stored-shape.ts';

export interface SegmentEntry {
  from: number;
  to: number;
  count: number;
  conversations: Set<string>;
}

/** The numbers that a frame fills. */
export const firstOf = (frame: LoggedFrame): number => frame.seq;
/** The last number that a frame stands for. */
export const lastOf = (frame: LoggedFrame): number =>
  frame.name === 'REDACTED' ? (frame.to ?? frame.seq) : frame.seq;

/** A segment of frames that follow each other. @throws RangeError when there are none */
export function segmentOf(frames: readonly LoggedFrame[]): Segment {
  const first = frames[0];
  const last = frames.at(-1);
  if (!first || !last) throw new RangeError('a segment holds at least one frame');
  const conversations = new Set<string>();
  for (const frame of frames) {
    const id = conversationOf(frame);
    if (id !== null) conversations.add(id);
  }
  return {
    from: firstOf(first),
    to: lastOf(last),
    count: frames.length,
    conversations: [...conversations],
    text: JSON.stringify(frames),
  };
}

/** The frames of a segment, oldest first. @throws Error when they can't be read */
export function framesOf(segment: Segment): LoggedFrame[] {
  const frames: unknown = JSON.parse(segment.text);
  checkFrames(frames);
  return frames;
}

/** What is known of a stored segment without reading its frames. */
export const entryOf = ({ from, to, count, conversations }: Segment): SegmentEntry => ({
  from,
  to,
  count,
  conversations: new Set(conversations),
});

/** Runs of neighbouring segments that together hold at most `most` frames: worth becoming one record each. */
export function mergeable(entries: readonly SegmentEntry[], most: number): SegmentEntry[][] {
  const runs: SegmentEntry[][] = [];
  let run: SegmentEntry[] = [];
  let count = 0;
  for (const entry of entries) {
    if (count + entry.count > most) {
      if (run.length > 1) runs.push(run);
      run = [];
      count = 0;
    }
    run.push(entry);
    count += entry.count;
  }
  if (run.length > 1) runs.push(run);
  return runs;
}

/** The frames after `seq` that follow each other without a hole, oldest first. @throws Error when they can't be read */
export function tailAfter(segments: readonly Segment[], seq: number): LoggedFrame[] {
  const tail: LoggedFrame[] = [];
  let at = seq;
  for (const segment of segments) {
    if (segment.to <= at) continue;
    for (const frame of framesOf(segment)) {
      if (lastOf(frame) <= at) continue;
      if (firstOf(frame) > at + 1) return tail;
      tail.push(frame);
      at = lastOf(frame);
    }
  }
  return tail;
}
