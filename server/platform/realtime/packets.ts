/**
 * What a client emits, read by its schema. Unknown events, malformed content and too many of them are answered in
 * the acknowledgement, if there is one, and change nothing; the connection stays.
 */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'socket.io';
import type * as z from 'zod/mini';
import { isWithin } from '../../../contract/bounded.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { refusalOf } from '../http/error-answers.ts';
import { Refused } from '../http/refused.ts';
import { validate } from '../http/validate.ts';
import type { Limit } from '../limits/limiter.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { inRequest, wroteEvents } from '../request-scope.ts';

/** Deeper or with more values than any packet of ours. */
const PACKET = { depth: 10, values: 2_000 };

type Acknowledge = (answer: unknown) => void;

interface PacketRule {
  schema: z.ZodMiniType;
  /** Its key is the socket's id. */
  limit: Limit;
  /** What it returns is the acknowledgement; undefined: none. */
  work: (content: never) => Promise<unknown>;
}

/** One event that clients may emit. */
export function packet<S extends z.ZodMiniType>(
  schema: S,
  limit: Limit,
  work: (content: z.output<S>) => Promise<unknown>,
): PacketRule {
  return { schema, limit, work };
}

/**
 * Installs the events that this socket may emit; all others are refused.
 * @param worker for whom they work (request-scope.ts)
 * @param say a refusal as who is at the other side reads it
 */
export function acceptPackets(
  socket: Socket,
  { log, metrics }: { log: Logger; metrics: Metrics },
  worker: string,
  rules: Record<string, PacketRule>,
  say: (body: ErrorBody) => ErrorBody = (body) => body,
): void {
  async function take(name: string, rest: unknown[]): Promise<void> {
    const last = rest.at(-1);
    const acknowledge = typeof last === 'function' ? (rest.pop() as Acknowledge) : null;
    // What a client makes up must not become a label.
    const event = Object.hasOwn(rules, name) ? name : 'other';
    const began = performance.now();
    let outcome = 'ok';
    try {
      const reply = await answer(socket, rules, name, rest);
      if (reply !== undefined) acknowledge?.(reply);
    } catch (error) {
      const refusal = refusalOf(error);
      outcome = refusal.code;
      if (refusal.code === 'server') log.error({ err: error, event }, 'A socket packet failed');
      acknowledge?.(say(refusal.body()));
    }
    const ms = performance.now() - began;
    metrics.took({ event, outcome }, ms / 1000);
    // Those that change something; typing and looking would fill the log.
    if (wroteEvents()) log.info({ event, outcome, ms: Math.round(ms) }, 'packet');
  }
  socket.onAny((name: string, ...rest: unknown[]) => {
    void inRequest(randomUUID(), worker, () => take(name, rest));
  });
}

async function answer(
  socket: Socket,
  rules: Record<string, PacketRule>,
  name: string,
  args: unknown[],
): Promise<unknown> {
  const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
  if (!rule || args.length > 1) throw new Refused('bad_request');
  await rule.limit.take(socket.id);
  if (!isWithin(args[0], PACKET)) throw new Refused('bad_request');
  return rule.work(validate(rule.schema, args[0], name) as never);
}
