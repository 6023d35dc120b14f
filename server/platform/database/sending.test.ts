/** What may reach the connection of a transaction that did not begin. */
import { expect, it } from 'vitest';
import { Sending } from './sending.ts';

function world() {
  let end: { begun(): void; failed(error: Error): void } = {
    begun: () => undefined,
    failed: () => undefined,
  };
  const sending = new Sending(
    new Promise<void>((resolve, reject) => {
      end = { begun: resolve, failed: reject };
    }),
  );
  const reached: string[] = [];
  const send = (name: string, reads: boolean) =>
    sending.send(async () => {
      reached.push(name);
      return name;
    }, reads);
  return { sending, reached, send, begun: () => end.begun(), failed: () => end.failed(new Error('gone')) };
}

it('sends a first statement that reads with `begin`, and everything else once there is a transaction, in order', async () => {
  const { reached, send, begun, sending } = world();
  const all = [send('a', true), send('b', true), send('c', false)];
  expect(reached).toEqual(['a']);
  begun();
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
  expect(await send('d', false)).toBe('d');
  expect(reached).toEqual(['a', 'b', 'c', 'd']);
  await sending.done();
});

it('sends nothing that writes where there is no transaction, and answers nothing of what was read', async () => {
  const { reached, send, failed, sending } = world();
  const all = [send('read', true), send('write', false)];
  failed();
  const answers = await Promise.allSettled(all);
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(send('later', false)).rejects.toThrow('gone');
  await expect(sending.begun).rejects.toThrow('gone');
  expect(reached).toEqual(['read']);
  await sending.done();
});
