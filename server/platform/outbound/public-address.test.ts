import { expect, it } from 'vitest';
import { postOutside } from './post.ts';
import { isPublicIp, publicLookup, readPublicUrl } from './public-address.ts';

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
    publicLookup('localhost', { all: true }, (error) => resolve(error?.name)),
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
