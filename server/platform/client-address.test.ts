import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { clientAddress } from './client-address.ts';

const request = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

it('is the direct one where no proxy is trusted, whatever the client says of itself', () => {
  const config = { trustProxy: false };
  expect(clientAddress(config, request('203.0.113.9', '198.51.100.1'))).toBe('203.0.113.9');
});

it('is not known where a proxy stands before us that is not trusted: it would be the same for everybody', () => {
  const config = { trustProxy: false };
  for (const inside of ['127.0.0.1', '::1', '10.1.2.3', '192.168.0.4', '::ffff:172.18.0.5']) {
    expect(clientAddress(config, request(inside, '198.51.100.1'))).toBeNull();
  }
  expect(clientAddress(config, request(undefined))).toBeNull();
});

it('is what the trusted proxies say, and no further', () => {
  const forged = '198.51.100.1, 203.0.113.9';
  expect(clientAddress({ trustProxy: 1 }, request('10.0.0.1', forged))).toBe('203.0.113.9');
  expect(clientAddress({ trustProxy: ['10.0.0.0/8'] }, request('10.0.0.1', forged))).toBe('203.0.113.9');
  expect(clientAddress({ trustProxy: ['loopback'] }, request('10.0.0.1', forged))).toBe('10.0.0.1');
  expect(clientAddress({ trustProxy: true }, request('10.0.0.1', forged))).toBe('198.51.100.1');
});
