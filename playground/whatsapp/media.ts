/** What Graph takes as media of WhatsApp: by an upload, and as each kind of message. */
const MIB = 1024 * 1024;
const OFFICE = ['wordprocessingml.document', 'presentationml.presentation', 'spreadsheetml.sheet'];
/** The list that its refusal names. */
const UPLOADED: readonly string[] = [
  'audio/aac',
  'audio/mp4',
  'audio/mpeg',
  'audio/amr',
  'audio/ogg',
  'audio/opus',
  'application/vnd.ms-powerpoint',
  'application/msword',
  ...OFFICE.map((kind) => `application/vnd.openxmlformats-officedocument.${kind}`),
  'application/pdf',
  'text/plain',
  'application/vnd.ms-excel',
  'image/jpeg',
  'image/png',
  'image/webp',
  'video/mp4',
  'video/3gpp',
];
const UPLOAD_MOST = 100 * MIB;

const SENT: Record<string, { types: RegExp; most: number }> = {
  image: { types: /^image\/(jpeg|png)$/, most: 5 * MIB },
  video: { types: /^video\/(mp4|3gpp)$/, most: 16 * MIB },
  audio: { types: /^audio\/(aac|amr|mpeg|mp4|ogg)$/, most: 16 * MIB },
  document: { types: /./, most: UPLOAD_MOST },
  sticker: { types: /^image\/webp$/, most: 500 * 1024 },
};

interface Media {
  type: string;
  /** Bytes. */
  size: number;
}

/** Why an upload is refused; null: it is taken. */
export function uploadFault({ type, size }: Media): string | null {
  if (!UPLOADED.includes(type))
    return `Param file must be a file with one of the following types: ${UPLOADED.join(', ')}. Received file of type '${type}'.`;
  return size > UPLOAD_MOST ? 'Param file is too large' : null;
}

/** Why media can't be sent as this kind of message; null: it can. */
export function sentFault(kind: string, { type, size }: Media): string | null {
  const taken = SENT[kind];
  if (!taken?.types.test(type)) return `Media of type ${type} can't be sent as ${kind}`;
  return size > taken.most ? `Media of ${size} bytes is too large for ${kind}` : null;
}
