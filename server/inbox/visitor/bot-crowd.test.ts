import { expect, it } from 'vitest';
import { Refused } from '../../platform/http/refused.ts';
import { BotCrowd } from './bot-crowd.ts';

const BOT = 64;
const refusalOf = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error instanceof Refused ? { ...error.body(), again: error.retryAfterSeconds } : error;
  }
  return null;
};

it('lets in so many chats of a bot, and says at the door when there are too many', () => {
  const crowd = new BotCrowd({ chats: 2 });
  const leave = crowd.enter(BOT);
  crowd.enter(BOT);
  expect(refusalOf(() => crowd.enter(BOT))).toEqual({
    error: 'too_many',
    message: 'Hay demasiadas personas en este chat. Inténtalo nuevamente en unos segundos.',
    again: 3,
  });
  // Another bot's visitors have nothing to do with it.
  crowd.enter(7);
  leave();
  expect(refusalOf(() => crowd.enter(BOT))).toBeNull();
});

it('takes on so many messages at a time, answers the rest at once, and has room again when some are done', async () => {
  const crowd = new BotCrowd({ messages: 2 });
  const done: (() => void)[] = [];
  const slow = () => new Promise<void>((resolve) => done.push(resolve));
  const first = crowd.message(BOT, slow);
  const failing = crowd.message(BOT, () => Promise.reject(new Error('the database is away')));
  await expect(crowd.message(BOT, slow)).rejects.toMatchObject({ code: 'too_many' });
  await expect(failing).rejects.toThrow('away');
  expect(await crowd.message(BOT, async () => 'taken')).toBe('taken');
  for (const each of done) each();
  await first;
  expect(done).toHaveLength(1);
});
