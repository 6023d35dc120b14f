/** A recording of a browser as WhatsApp takes it: the same Opus in another container. */
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  Input,
  OGG,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { expect, it } from 'vitest';
import { isOpus, oggOf } from './voice.ts';

/** Opus at 48 kHz, mono: the head that browsers write. */
const HEAD = Buffer.from('4f707573486561640101380180bb0000000000', 'hex');
/** Packets of silence, 20 ms each. */
const SILENCE = new Uint8Array([0xf8, 0xff, 0xfe]);

async function recorded(packets: number): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, description: HEAD };
  for (let at = 0; at < packets; at += 1)
    await source.add(new EncodedPacket(SILENCE, 'key', at * 0.02, 0.02), { decoderConfig });
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

it('voice: what a browser recorded as webm becomes ogg with the same opus, packet by packet', async () => {
  const ogg = await oggOf(await recorded(50));
  expect(ogg?.subarray(0, 4).toString()).toBe('OggS');
  expect(ogg && isOpus(ogg)).toBe(true);
  const input = new Input({ formats: [OGG], source: new BufferSource(new Uint8Array(ogg ?? [])) });
  const track = await input.getPrimaryAudioTrack();
  expect(track?.codec).toBe('opus');
  const sizes: number[] = [];
  if (track)
    for await (const packet of new EncodedPacketSink(track).packets()) sizes.push(packet.data.length);
  expect(sizes).toHaveLength(50);
  expect(await track?.computeDuration()).toBeCloseTo(1, 1);
});

it('voice: what is no webm stays as it is', async () => {
  expect(await oggOf(Buffer.from('nothing of the kind'))).toBeNull();
  expect(isOpus(Buffer.from('OggS with something else'))).toBe(false);
});
