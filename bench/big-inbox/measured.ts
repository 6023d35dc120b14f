/** What program and pages know of each other. */
import type { Credentials } from '../../contract/entities/user.ts';

export const CONVERSATIONS = 10_000;
export const MESSAGES = 5_000;
export const BOT_ID = 64;
/** The conversation with all those messages. */
export const BIG = 'big-1';

/** What the naive page begins with. */
export interface NaiveStart {
  credentials: Credentials;
  botId: number;
}

/** In either page, made by probe.ts. */
export interface Probe {
  /** Milliseconds from the next click to after the frame that shows what `shown` finds. */
  click(row: string, shown: string): Promise<number>;
  /** Milliseconds from each key down to after the next frame, since the last time it was asked. */
  keys(): number[];
}
export interface ProbeWindow {
  probe: Probe;
  startNaive(start: NaiveStart): Promise<void>;
}
