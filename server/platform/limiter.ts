/** Rate limits that answer with 429 and `retry-after`; in the process's memory. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refused } from './http/refused.ts';

export interface Limit {
  /** Takes a point of a key. Throws `Refused` too_many when none is left. */
  take(key: string): Promise<void>;
  /** Takes a point; false when none is left. For what is dropped silently. */
  allows(key: string): Promise<boolean>;
  /** Gives the last point back: it turned out to be no attempt. */
  giveBack(key: string): Promise<void>;
}

/** `points` in any window of `seconds`. */
export function createLimit(points: number, seconds: number): Limit {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  async function take(key: string): Promise<void> {
    try {
      await limiter.consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw new Refused('too_many', { retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) });
    }
  }
  return {
    take,
    async allows(key) {
      try {
        await take(key);
        return true;
      } catch (error) {
        if (error instanceof Refused) return false;
        throw error;
      }
    },
    async giveBack(key) {
      await limiter.reward(key);
    },
  };
}
