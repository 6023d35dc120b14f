/**
 * An answer is judged by what stands when it is given, not by what stood when it was asked for: a call may wait for its
 * turn, read long, or wait for a model, and the caller may lose the session, the link, the right or the sight meanwhile.
 */
import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply } from 'fastify';
import { whileWaited } from '../request-scope.ts';
import { callerGone } from './caller-gone.ts';
import type { Place, Watched } from './gate.ts';
import { Refused } from './refused.ts';

/** Readings of one call, where rights change again and again. */
const MOST_READINGS = 3;
const MOVED = 'Tus permisos cambiaron mientras se preparaba la respuesta. Vuelve a pedirla.';

const readings = new WeakSet<object>();
const slow = new WeakSet<object>();

type Handler<C, T> = (context: C) => Promise<T>;

/** The handler of a call that only reads, and may read long: its statements end when its caller goes away. */
export function reading<C extends { reply: FastifyReply }, T>(handler: Handler<C, T>): Handler<C, T> {
  const own: Handler<C, T> = (context) => whileWaited(callerGone(context.reply), () => handler(context));
  readings.add(own);
  return own;
}

/**
 * The handler of a call that changes nothing and is not to be made twice (a model writes for seconds): who lost something
 * meanwhile gets the refusal of now, also for what they do not see any more; who has other rights a conflict.
 */
export function slowly<C, T>(handler: Handler<C, T>): Handler<C, T> {
  const own: Handler<C, T> = (context) => handler(context);
  slow.add(own);
  return own;
}

/** How a call's answer is judged before it is given. */
export type Judgement = 'as asked' | 'read again' | 'in any case';

/** What is changed is done by the time it is answered: it was judged in its own transaction. */
export function judgementOf(method: string, handler: object): Judgement {
  if (slow.has(handler)) return 'in any case';
  return method === 'GET' || readings.has(handler) ? 'read again' : 'as asked';
}

interface Answered<T> {
  judgement: Judgement;
  watched: Watched;
  /** By which the answer was made. */
  place: Place;
  answer: T;
  /** Throws what the caller is refused with now. */
  placeNow(seen?: 'seen'): Promise<Place>;
  make(place: Place): Promise<T>;
}

/** The answer as it may be given now. Throws `Refused` where it may not. */
export async function judgedAgain<T>(answered: Answered<T>): Promise<T> {
  const { judgement, watched, placeNow, make } = answered;
  let { place, answer } = answered;
  if (judgement === 'as asked') return answer;
  if (judgement === 'in any case') {
    if (isDeepStrictEqual(await placeNow('seen'), place)) return answer;
    throw new Refused('conflict', { message: MOVED });
  }
  for (let tries = 0; watched.changed(); tries += 1) {
    if (tries === MOST_READINGS) throw new Refused('unavailable', { retryAfterSeconds: 1 });
    const now = await placeNow();
    if (!isDeepStrictEqual(now, place)) answer = await make(now);
    place = now;
  }
  return answer;
}
