/** What Messenger and Instagram take as an attachment of each kind. */
import type { MessagingAccount } from './account.ts';

const MIB = 1024 * 1024;
type Kinds = Record<string, { types: RegExp; most: number }>;

const TAKEN: Record<MessagingAccount['channel'], Kinds> = {
  messenger: {
    image: { types: /^image\/(jpeg|png|gif|webp)$/, most: 25 * MIB },
    video: { types: /^video\//, most: 25 * MIB },
    audio: { types: /^audio\//, most: 25 * MIB },
    file: { types: /./, most: 25 * MIB },
  },
  instagram: {
    image: { types: /^image\/(jpeg|png|gif)$/, most: 8 * MIB },
    video: { types: /^video\/(mp4|ogg|x-msvideo|quicktime|webm)$/, most: 25 * MIB },
    audio: { types: /^audio\/(aac|mp4|x-m4a|wav)$/, most: 25 * MIB },
    file: { types: /^application\/pdf$/, most: 25 * MIB },
  },
};

/** Why an attachment is refused; null: it is taken. @param size bytes */
export function attachmentFault(
  channel: MessagingAccount['channel'],
  kind: string,
  { type, size }: { type: string; size: number },
): string | null {
  const taken = TAKEN[channel][kind];
  if (!taken?.types.test(type)) return 'This attachment format is not supported.';
  return size > 0 && size <= taken.most ? null : 'Upload attachment failure';
}
