import { describe, expect, it } from 'vitest';
import { Refused } from '../../platform/http/refused.ts';
import { sharedLimits } from '../../platform/limits/limiter.ts';
import { type Origin, VisitorLimiter, type VisitorLimits, type Writer } from './visitor-limiter.ts';

const BOT = 64;
const from = (address: string): Origin => ({ address, known: true });
const ATTACKER = from('203.0.113.66');
const START = 1_000_000;
/** Whose conversation began long ago; somebody whose first message this is, or one of the first. */
const customer = (id: string): Writer => ({ id, isNew: false, since: 0 });
const first = (id: string): Writer => ({ id, isNew: true, since: null });
const newcomer = (id: string): Writer => ({ id, isNew: false, since: START });

const full = (message: string) => ({
  error: 'too_many',
  message: `${message} Inténtalo nuevamente en unos segundos.`,
  again: 3,
});
const refusalOf = (error: unknown): unknown =>
  error instanceof Refused ? { ...error.body(), again: error.retryAfterSeconds } : error;

/** A limiter with a clock driven by hand, and chats that leave when they are closed. */
function stage(limits: Partial<VisitorLimits>) {
  let now = START;
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
    enter: (name: string, origin: Origin, bot = BOT, since: number | null = null) =>
      limiter.enter(bot, origin, since, () => closed.push(name)),
    refused(origin: Origin): unknown {
      try {
        limiter.enter(BOT, origin, null, () => undefined);
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

  it("of one address whose newcomers all write yield, one newcomer's, to a customer of it, not to one more newcomer", () => {
    const { enter, refused, closed } = stage({ chats: 100, chatsOfAddress: 2 });
    enter('customer', ATTACKER, BOT, 0).spoke();
    enter('script', ATTACKER).spoke();
    expect(refused(ATTACKER)).toMatchObject({ error: 'too_many' });
    enter('other customer', ATTACKER, BOT, 0).spoke();
    expect(closed).toEqual(['script']);
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
  /** Work that ends when the test says so. */
  function slow() {
    const ends: (() => void)[] = [];
    return { work: () => new Promise<void>((resolve) => ends.push(resolve)), ends };
  }
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

  it('are taken on up to a number, the rest answered at once, and there is room again when some are done', async () => {
    const { limiter } = stage({ messages: 2 });
    const { work, ends } = slow();
    const first = limiter.message(BOT, from('a'), customer('a'), work);
    const failing = limiter.message(BOT, from('b'), customer('b'), () =>
      Promise.reject(new Error('the database is away')),
    );
    const third = limiter.message(BOT, from('c'), customer('c'), work).catch(refusalOf);
    expect(await third).toEqual(full('Hay muchas personas escribiendo ahora.'));
    await expect(failing).rejects.toThrow('away');
    expect(await limiter.message(BOT, from('c'), customer('c'), async () => 'taken')).toBe('taken');
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
        .message(BOT, origin, customer(name), async () => {
          order.push(name);
          await work();
        })
        .then(
          () => 'taken',
          (error: unknown) => (refusalOf(error) as { error: string }).error,
        );
    const attack = Array.from({ length: 10 }, (_, at) => send(`attacker ${at}`, ATTACKER));
    await settle();
    const theirs = send('customer', from('a'));
    // The last of the attacker's gave way, at once.
    expect(await attack[9]).toBe('too_many');
    ends[0]?.();
    await expect.poll(() => order).toEqual(['attacker 0', 'customer']);
    for (let at = 1; at < 10; at += 1) {
      await expect.poll(() => ends.length).toBe(at + 1);
      ends[at]?.();
    }
    expect(await theirs).toBe('taken');
    expect((await Promise.all(attack)).filter((told) => told === 'taken')).toHaveLength(9);
  });

  it('of one address are no more at a time than its part', async () => {
    const { limiter } = stage({ messagesOfAddress: 2 });
    const { work, ends } = slow();
    const two = [1, 2].map(() => limiter.message(BOT, ATTACKER, newcomer('script'), work));
    await settle();
    expect(await limiter.message(BOT, ATTACKER, newcomer('script'), work).catch(refusalOf)).toMatchObject({
      error: 'too_many',
    });
    expect(await limiter.message(BOT, from('a'), customer('a'), async () => 'taken')).toBe('taken');
    for (const end of ends) end();
    await Promise.all(two);
  });

  it('and new visitors of one address are counted by the minute, where it is known', async () => {
    const { limiter } = stage({ newVisitors: 2, messagesInMinute: 4 });
    const send = (origin: Origin, isNew: boolean) =>
      limiter
        .message(BOT, origin, isNew ? first('x') : newcomer('x'), async () => 'taken')
        .catch((error: unknown) => (refusalOf(error) as { error: string }).error);
    const told: string[] = [];
    for (const isNew of [true, true, true, false, false]) told.push(await send(ATTACKER, isNew));
    expect(told).toEqual(['taken', 'taken', 'too_many', 'taken', 'too_many']);
    expect(await send(from('a'), true)).toBe('taken');
    const unknown = { address: 'socket', known: false };
    for (let at = 0; at < 5; at += 1) expect(await send(unknown, true)).toBe('taken');
  });

  it('of a customer are taken at their own pace, whatever newcomers of their address send', async () => {
    const { limiter, pass } = stage({ newVisitors: 5, messagesInMinute: 4, ownMessagesInMinute: 3 });
    const send = (writer: Writer) =>
      limiter
        .message(BOT, ATTACKER, writer, async () => 'taken')
        .catch((error: unknown) => (refusalOf(error) as { error: string }).error);
    const all = async (count: number, writer: Writer) => {
      const told: string[] = [];
      for (let at = 0; at < count; at += 1) told.push(await send(writer));
      return told;
    };
    // The address has nothing left: its newcomers are turned away, and nobody else.
    expect(await all(5, newcomer('script'))).toEqual(['taken', 'taken', 'taken', 'taken', 'too_many']);
    expect(await send(first('next'))).toBe('too_many');
    expect(await all(3, customer('a'))).toEqual(['taken', 'taken', 'taken']);
    expect(await send(customer('b'))).toBe('taken');
    // Faster than people write it counts as the address'.
    expect(await send(customer('a'))).toBe('too_many');
    // Who began a minute ago is no newcomer any more.
    pass(60_000);
    expect(await send(newcomer('c'))).toBe('taken');
  });

  it("of a customer whose address has its part under way take a newcomer's place, or the most talkative one's", async () => {
    const { limiter } = stage({ messagesOfAddress: 4, atOnce: 1 });
    const { work, ends } = slow();
    const order: string[] = [];
    const send = (name: string, writer: Writer) =>
      limiter
        .message(BOT, ATTACKER, writer, async () => {
          order.push(name);
          await work();
        })
        .then(
          () => 'taken',
          (error: unknown) => (refusalOf(error) as { error: string }).error,
        );
    const script = [1, 2, 3, 4].map((at) => send(`script ${at}`, newcomer('script')));
    await settle();
    const one = send('customer', customer('a'));
    expect(await script[3]).toBe('too_many');
    // A newcomer takes only what another newcomer has too much of.
    const other = send('newcomer', newcomer('b'));
    expect(await script[2]).toBe('too_many');
    expect(await send('script 5', newcomer('script'))).toBe('too_many');
    for (let at = 0; at < 4; at += 1) {
      await expect.poll(() => ends.length).toBe(at + 1);
      ends[at]?.();
    }
    expect(await Promise.all([script[0], script[1], one, other])).toEqual([
      'taken',
      'taken',
      'taken',
      'taken',
    ]);
    expect(order).toEqual(['script 1', 'script 2', 'customer', 'newcomer']);
  });
});
