/** One table says how a file leaves by a channel and which does not: what is said before is what the adapter would do. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHANNELS } from '../states.ts';
import { ATTACHMENT_TYPES } from './attachments.ts';
import { fileFault, filesFault, fileWay } from './channel-files.ts';

const type = fc.constantFrom(...ATTACHMENT_TYPES);
const size = fc.oneof(
  fc.integer({ min: 1, max: 120_000_000 }),
  fc.constantFrom(5, 8, 16, 25, 100).chain((mb) => fc.constantFrom(mb * 1_000_000, mb * 1_000_000 + 1)),
);
const elsewhere = fc.constantFrom('whatsapp', 'messenger', 'instagram');

test('INB-140 a file has a fault exactly where it has no way, and the fault is a sentence that names file and channel', () => {
  fc.assert(
    fc.property(elsewhere, type, size, fc.string({ minLength: 1 }), (channel, type, size, name) => {
      const fault = fileFault(channel, { type, size, name });
      expect(fault === null).toBe(fileWay(channel, { type, size }) !== null);
      if (fault === null) return;
      expect(fault).toContain(`«${name}»`);
      expect(fault.toLowerCase()).toContain(channel);
      expect(fault.endsWith('.')).toBe(true);
    }),
  );
});

test('INB-140 what leaves leaves when it is lighter, too, and what is no fault of ours is left to the server', () => {
  fc.assert(
    fc.property(elsewhere, type, size, size, (channel, type, one, other) => {
      const [light, heavy] = [Math.min(one, other), Math.max(one, other)];
      if (fileWay(channel, { type, size: heavy }))
        expect(fileWay(channel, { type, size: light })).not.toBeNull();
    }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...CHANNELS), fc.string(), size, (channel, unknown, size) => {
      if (!ATTACHMENT_TYPES.has(unknown))
        expect(fileFault(channel, { type: unknown, size, name: 'a' })).toBeNull();
    }),
  );
  for (const hostile of ['__proto__', 'constructor', 'toString', ''])
    expect(fileWay('whatsapp', { type: hostile, size: 1 })).toBeNull();
});

test('INB-140 our own chat takes what the product takes', () => {
  fc.assert(
    fc.property(type, size, (type, size) => {
      expect(fileFault('web', { type, size, name: 'a' })).toBeNull();
    }),
  );
});

const file = (name: string, type: string, mb: number) => ({ name, type, size: mb * 1_000_000 });

test('INB-140 the limits of each channel, and the other form where there is one', () => {
  const way = (channel: 'whatsapp' | 'messenger' | 'instagram', type: string, mb = 1) => {
    const found = fileWay(channel, file('a', type, mb));
    return found && `${found.kind} ${found.type}`;
  };
  expect(way('whatsapp', 'image/png', 5)).toBe('image image/png');
  expect(way('whatsapp', 'image/png', 5.1)).toBe('document image/png');
  expect(way('whatsapp', 'image/gif')).toBeNull();
  expect(way('whatsapp', 'application/zip')).toBeNull();
  expect(way('whatsapp', 'text/csv')).toBe('document text/plain');
  expect(way('whatsapp', 'audio/webm')).toBe('audio audio/ogg');
  expect(way('whatsapp', 'audio/x-m4a')).toBe('audio audio/mp4');
  expect(way('messenger', 'application/zip', 25)).toBe('document application/zip');
  expect(way('messenger', 'image/gif', 25.1)).toBeNull();
  expect(way('instagram', 'image/jpeg', 8)).toBe('image image/jpeg');
  expect(way('instagram', 'image/jpeg', 8.1)).toBeNull();
  expect(way('instagram', 'image/webp')).toBeNull();
  expect(way('instagram', 'application/zip')).toBeNull();
});

test('INB-140 of several files the first that does not leave is named, in words to act by', () => {
  const files = [file('foto.png', 'image/png', 9), file('datos.zip', 'application/zip', 1)];
  expect(filesFault('whatsapp', files)).toBe(
    'WhatsApp no recibe archivos como «datos.zip». Recibe imágenes JPG, PNG y WebP, videos MP4 y 3GP, audios, PDF, Word, Excel, PowerPoint y textos (TXT, CSV).',
  );
  expect(filesFault('instagram', files)).toBe(
    '«foto.png» pesa más de 8 MB, lo máximo que Instagram recibe de este tipo.',
  );
  expect(filesFault('messenger', files)).toBeNull();
  expect(filesFault('web', files)).toBeNull();
});
