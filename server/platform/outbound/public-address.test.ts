import type { LookupAddress } from 'node:dns';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { postOutside } from './post.ts';
import { isPublicIp, publicLookup, type Resolve, readPublicUrl } from './public-address.ts';
import { requestOutside } from './request.ts';

it.each([
  'https://fcm.googleapis.com/fcm/send/x',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://web.push.apple.com/x',
  'https://8.8.8.8/x',
  'https://[2606:4700:4700::1111]/x',
])('%s is public https', (address) => expect(readPublicUrl(address)).not.toBeNull());

it.each([
  'http://fcm.googleapis.com/x',
  'https://localhost/x',
  'https://intranet/x',
  'https://db.internal/x',
  'https://printer.local./x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://10.0.0.8/x',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/x',
  'https://[::1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://[fd00::1]/x',
  'https://[fe80::1]/x',
  'https://[2002:7f00:1::]/x',
  'https://user:pass@fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'javascript:alert(1)',
  'no address',
])('%s is not', (address) => expect(readPublicUrl(address)).toBeNull());

it('the installation’s own settings may name any origin', () => {
  const trusted = ['http://127.0.0.1:9000'];
  expect(readPublicUrl('http://127.0.0.1:9000/push/a', trusted)?.pathname).toBe('/push/a');
  expect(readPublicUrl('http://127.0.0.1:9001/push/a', trusted)).toBeNull();
});

it('a name that means this machine is refused when it is looked up, not only when it is saved', async () => {
  expect(isPublicIp('127.0.0.1')).toBe(false);
  const said = await new Promise((resolve) =>
    publicLookup()('localhost', { all: true }, (error) => resolve(error?.name)),
  );
  expect(said).toBe('NotPublic');
});

it('sends nothing to an address that is not public', async () => {
  const sent = postOutside({
    url: 'https://127.0.0.1/x',
    headers: {},
    body: Buffer.from('x'),
    timeout: 1000,
    trusted: [],
  });
  await expect(sent).rejects.toMatchObject({ name: 'NotPublic' });
});

describe('a name whose answer changes (DNS rebinding)', () => {
  const PUBLIC = { address: '93.184.216.34', family: 4 };
  const INWARD = { address: '127.0.0.1', family: 4 };
  /** Answers one after the other, the last one for good. */
  function names(...answers: LookupAddress[][]): { resolve: Resolve; asked: () => number } {
    let asked = 0;
    const resolve: Resolve = (_name, _options, callback) => {
      const answer = answers[Math.min(asked++, answers.length - 1)] ?? [];
      queueMicrotask(() => callback(null, answer));
    };
    return { resolve, asked: () => asked };
  }
  const send = (resolve: Resolve) =>
    requestOutside({
      url: 'https://rebinds.example/x',
      method: 'GET',
      headers: {},
      signal: AbortSignal.timeout(10_000),
      trusted: [],
      resolve,
    });
  /** The addresses that a socket sets out for; it ends before a packet leaves. */
  const begin = (resolve: Resolve) =>
    new Promise<string[]>((settle, reject) => {
      const begun: string[] = [];
      const socket = connect({ host: 'rebinds.example', port: 443, lookup: publicLookup(resolve) });
      socket.on('lookup', (error, address) => {
        if (!error) begun.push(address);
        socket.destroy();
      });
      socket.on('error', reject);
      socket.on('close', () => settle(begun));
    });

  it('is asked once, and what was judged is what is connected to', async () => {
    const { resolve, asked } = names([PUBLIC], [INWARD]);
    expect(await begin(resolve)).toEqual([PUBLIC.address]);
    expect(asked()).toBe(1);
  });

  it('is judged again by the next request', async () => {
    const { resolve } = names([PUBLIC], [INWARD]);
    await begin(resolve);
    await expect(send(resolve)).rejects.toMatchObject({ name: 'NotPublic' });
  });

  it('is not asked again until it says what one wants to hear', async () => {
    const { resolve, asked } = names([INWARD], [PUBLIC]);
    await expect(send(resolve)).rejects.toMatchObject({ name: 'NotPublic' });
    expect(asked()).toBe(1);
  });

  it('is refused as a whole when one of its addresses is not public', async () => {
    const { resolve } = names([PUBLIC, INWARD]);
    await expect(send(resolve)).rejects.toMatchObject({ name: 'NotPublic' });
    expect(await begin(resolve)).toEqual([]);
  });
});
