import { describe, expect, it } from 'vitest';
import { Refused } from '../../platform/http/refused.ts';
import { sharedLimits } from '../../platform/limiter.ts';
import { type Origin, VisitorLimiter, type VisitorLimits } from './visitor-limiter.ts';

const BOT = 64;
const from = (address: string): Origin => ({ address, known: true });
const ATTACKER = from('203.0.113.66');

const full = (message: string) => ({
  error: 'too_many',
  message: `${message} Inténtalo nuevamente en unos segundos.`,
  again: 3,
});
const refusalOf = (error: unknown): unknown =>
  error instanceof Refused ? { ...error.body(), again: error.retryAfterSeconds } : error;

/** A limiter with a clock driven by hand, and chats that leave when they are closed. */
function stage(limits: Partial<VisitorLimits>) {
  let now = 1_000_000;
  const limiter = new VisitorLimiter(
    { clock: { now: () => new Date(now) }, sharedLimit: sharedLimits(null) },
    limits,
  );
  const closed: string[] = [];
  return {
    limiter,
    closed,
    pass: (ms: number) => {
      now += ms;
    },
    enter: (name: string, origin: Origin, bot = BOT) => limiter.enter(bot, origin, () => closed.push(name)),
    refused(origin: Origin): unknown {
      try {
        limiter.enter(BOT, origin, () => undefined);
      } catch (error) {
        return refusalOf(error);
      }
      return null;
    },
  };
}

describe('chats', () => {
  it('are let in up to a number, and when there is room again; another bot has its own', () => {
    const { enter, refused } = stage({ chats: 2 });
    const first = enter('a', from('a'));
    enter('b', from('b'));
    expect(refused(from('c'))).toEqual(full('Hay demasiadas personas en este chat.'));
    enter('elsewhere', from('c'), 7);
    first.leave();
    expect(refused(from('c'))).toBeNull();
  });

  it('yield, the silent ones of the address that holds the most first: no customer is refused for its sake', () => {
    const { enter, closed } = stage({ chats: 5, chatsOfAddress: 5 });
    enter('customer', from('a'));
    enter('attacker 1', ATTACKER).spoke();
    for (const at of [2, 3, 4]) enter(`attacker ${at}`, ATTACKER);
    enter('next', from('b'));
    enter('one more', from('c'));
    expect(closed).toEqual(['attacker 2', 'attacker 3']);
  });

  it('that were written in yield only after a rest, and only to who holds less', () => {
    const { enter, refused, closed, pass } = stage({ chats: 3 });
    for (const at of [1, 2, 3]) enter(`attacker ${at}`, ATTACKER).spoke();
    expect(refused(from('a'))).toMatchObject({ error: 'too_many' });
    pass(5 * 60_000 + 1);
    enter('customer', from('a'));
    expect(closed).toEqual(['attacker 1']);
  });

  it('of as many addresses yield when they were silent for a minute, not before: nobody chases anybody', () => {
    const { enter, refused, closed, pass } = stage({ chats: 2 });
    enter('a', from('a'));
    enter('b', from('b')).spoke();
    expect(refused(from('c'))).toMatchObject({ error: 'too_many' });
    pass(60_001);
    enter('c', from('c'));
    expect(closed).toEqual(['a']);
  });

  it('of one address yield to one more of it', () => {
    const { enter, closed } = stage({ chats: 100, chatsOfAddress: 2 });
    enter('a', ATTACKER).spoke();
    enter('b', ATTACKER);
    enter('c', ATTACKER);
    enter('other', from('a'));
    expect(closed).toEqual(['b']);
  });
});

describe('messages', () => {
  /** Work that ends when it is told to. */
  function slow() {
    const ends: (() => void)[] = [];
    return { work: () => new Promise<void>((resolve) => ends.push(resolve)), ends };
  }
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

  it('are taken on up to a number, the rest answered at once, and there is room again when some are done', async () => {
    const { limiter } = stage({ messages: 2 });
    const { work, ends } = slow();
    const first = limiter.message(BOT, from('a'), false, work);
    const failing = limiter.message(BOT, from('b'), false, () =>
      Promise.reject(new Error('the database is away')),
    );
    const third = limiter.message(BOT, from('c'), false, work).catch(refusalOf);
    expect(await third).toEqual(full('Hay muchas personas escribiendo ahora.'));
    await expect(failing).rejects.toThrow('away');
    expect(await limiter.message(BOT, from('c'), false, async () => 'taken')).toBe('taken');
    for (const end of ends) end();
    await first;
    expect(ends).toHaveLength(1);
  });

  it('of an address that sends many wait for themselves, and yield when there are too many', async () => {
    const { limiter } = stage({ messages: 10, atOnce: 1, messagesOfAddress: 10 });
    const { work, ends } = slow();
    const order: string[] = [];
    const send = (name: string, origin: Origin) =>
      limiter
        .message(BOT, origin, false, async () => {
          order.push(name);
          await work();
        })
        .then(
          () => 'taken',
          (error: unknown) => (refusalOf(error) as { error: string }).error,
        );
    const attack = Array.from({ length: 10 }, (_, at) => send(`attacker ${at}`, ATTACKER));
    await settle();
    const customer = send('customer', from('a'));
    // The last of the attacker's gave way, at once.
    expect(await attack[9]).toBe('too_many');
    ends[0]?.();
    await expect.poll(() => order).toEqual(['attacker 0', 'customer']);
    for (let at = 1; at < 10; at += 1) {
      await expect.poll(() => ends.length).toBe(at + 1);
      ends[at]?.();
    }
    expect(await customer).toBe('taken');
    expect((await Promise.all(attack)).filter((told) => told === 'taken')).toHaveLength(9);
  });

  it('of one address are no more at a time than its part', async () => {
    const { limiter } = stage({ messagesOfAddress: 2 });
    const { work, ends } = slow();
    const two = [1, 2].map(() => limiter.message(BOT, ATTACKER, false, work));
    await settle();
    expect(await limiter.message(BOT, ATTACKER, false, work).catch(refusalOf)).toMatchObject({
      error: 'too_many',
    });
    expect(await limiter.message(BOT, from('a'), false, async () => 'taken')).toBe('taken');
    for (const end of ends) end();
    await Promise.all(two);
  });

  it('and new visitors of one address are counted by the minute, where it is known', async () => {
    const { limiter } = stage({ newVisitors: 2, messagesInMinute: 4 });
    const send = (origin: Origin, isNew: boolean) =>
      limiter
        .message(BOT, origin, isNew, async () => 'taken')
        .catch((error: unknown) => (refusalOf(error) as { error: string }).error);
    const told: string[] = [];
    for (const isNew of [true, true, true, false, false]) told.push(await send(ATTACKER, isNew));
    expect(told).toEqual(['taken', 'taken', 'too_many', 'taken', 'too_many']);
    expect(await send(from('a'), true)).toBe('taken');
    const unknown = { address: 'socket', known: false };
    for (let at = 0; at < 5; at += 1) expect(await send(unknown, true)).toBe('taken');
  });
});
