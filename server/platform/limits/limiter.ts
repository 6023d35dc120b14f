/** Rate limits that answer with 429 and `retry-after`: of one process, or shared by all where Redis joins them. */
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { Refused } from '../http/refused.ts';
import type { RedisClient } from '../redis.ts';

export interface Limit {
  /** Takes a point of a key. Throws `Refused` too_many when none is left. */
  take(key: string): Promise<void>;
  /** Takes a point; false when none is left. For what is dropped silently. */
  allows(key: string): Promise<boolean>;
  /** Gives the last point back: it turned out to be no attempt. */
  giveBack(key: string): Promise<void>;
}

/** `points` in any window of `seconds`, counted in this process: for what belongs to one socket. */
export function createLimit(points: number, seconds: number): Limit {
  return limitBy(new RateLimiterMemory({ points, duration: seconds }));
}

/** Makes limits that all processes count together. Names are unique. */
export type CreateSharedLimit = (name: string, points: number, seconds: number) => Limit;

/** @param redis where processes count together; null: this is the only one. While it is away each counts alone. */
export function sharedLimits(redis: RedisClient | null): CreateSharedLimit {
  return (name, points, seconds) => {
    const memory = new RateLimiterMemory({ points, duration: seconds });
    if (!redis) return limitBy(memory);
    return limitBy(
      new RateLimiterRedis({
        storeClient: redis,
        useRedisPackage: true,
        keyPrefix: `charla:limit:${name}`,
        points,
        duration: seconds,
        insuranceLimiter: memory,
        rejectIfRedisNotReady: true,
      }),
    );
  };
}

function limitBy(limiter: RateLimiterAbstract): Limit {
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
