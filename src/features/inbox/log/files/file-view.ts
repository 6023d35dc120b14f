/** How a file of a message is shown, as pure facts. */
import type { Attachment } from '../../../../../contract/entities/message.ts';

export type FileView = 'image' | 'audio' | 'video' | 'file';

/** What every browser draws; the others (HEIC of telephones) are downloaded. */
const DRAWN = /^image\/(png|jpeg|gif|webp|avif)$/;
const PLAYED = /^video\/(mp4|webm)$/;

/** How a file of a message is shown, by its type: drawn, played, or a link to load it. */
export function fileView({ type }: Pick<Attachment, 'type'>): FileView {
  if (DRAWN.test(type)) return 'image';
  if (type.startsWith('audio/')) return 'audio';
  return PLAYED.test(type) ? 'video' : 'file';
}

/** Whether a file is here: one that a channel still fetches, or could not have, has no address. */
export const isHere = ({ state }: Pick<Attachment, 'state'>): boolean =>
  state === undefined || state === 'ready';

/** An address that ends sooner than this is renewed now (ms): a video takes a while to begin. */
const SOON = 45_000;

/** Whether a signed address (`?expires=` in seconds) can still be used; one without an end always can. */
export function stillOpens(url: string, now: number): boolean {
  const expires = /[?&]expires=(\d{1,12})/.exec(url)?.[1];
  return expires === undefined || Number(expires) * 1_000 - now > SOON;
}
