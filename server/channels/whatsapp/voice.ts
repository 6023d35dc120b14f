/**
 * What browsers record as WebM is Opus already: WhatsApp takes it in Ogg alone, so it is put into another container,
 * without decoding. Only then is it shown as a voice note.
 */
import type { Input } from 'mediabunny';

/** The library comes with the first recording: most processes never send one. */
const load = () => import('mediabunny');

/** The Opus of a WebM as Ogg; null: it holds something else, or pictures too. */
export async function oggOf(webm: Buffer): Promise<Buffer | null> {
  const { BufferSource, Input, WEBM } = await load();
  const input = new Input({ formats: [WEBM], source: new BufferSource(new Uint8Array(webm)) });
  try {
    return await remuxed(input);
  } finally {
    input.dispose();
  }
}

async function remuxed(input: Input): Promise<Buffer | null> {
  const { BufferTarget, EncodedAudioPacketSource, EncodedPacketSink, OggOutputFormat, Output } = await load();
  if (!(await input.canRead()) || (await input.getPrimaryVideoTrack())) return null;
  const track = await input.getPrimaryAudioTrack();
  const config = await track?.getDecoderConfig();
  if (!track || !config || track.codec !== 'opus') return null;
  const target = new BufferTarget();
  const output = new Output({ format: new OggOutputFormat(), target });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  await output.start();
  for await (const packet of new EncodedPacketSink(track).packets())
    await source.add(packet, { decoderConfig: config });
  source.close();
  await output.finalize();
  return target.buffer ? Buffer.from(target.buffer) : null;
}

/** Whether an Ogg holds Opus: its first page says so. */
export const isOpus = (ogg: Buffer): boolean => ogg.subarray(0, 200).includes('OpusHead');
