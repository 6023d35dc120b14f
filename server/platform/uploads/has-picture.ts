/** Whether a WebM or MP4 file holds a picture track, or sound alone (a voice note). */

/** Matroska: element ids of the way to a track's type. */
const SEGMENT = 0x18538067;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const TRACK_TYPE = 0x83;
const PICTURE = 1;

/** @param type 'video/webm' or 'video/mp4'; what can't be read counts as a picture: the type stays as it was found */
export function hasPicture(file: Buffer, type: string): boolean {
  return type === 'video/webm' ? webmHasPicture(file) : mp4HasPicture(file);
}

interface Element {
  id: number;
  start: number;
  end: number;
}

/** A length-prefixed number of Matroska; null at the file's end. @param marked keep the marker bit (ids) */
function readNumber(file: Buffer, at: number, marked: boolean): { value: number; length: number } | null {
  const first = file[at];
  if (first === undefined || first === 0) return null;
  const length = Math.clz32(first) - 23;
  if (at + length > file.length) return null;
  let value = marked ? first : first & (0xff >> length);
  let unknown = (first & (0xff >> length)) === 0xff >> length;
  for (let place = 1; place < length; place += 1) {
    const byte = file[at + place] ?? 0;
    unknown &&= byte === 0xff;
    value = value * 256 + byte;
  }
  return { value: !marked && unknown ? Number.POSITIVE_INFINITY : value, length };
}

/** The elements between two places, one after the other. */
function* elements(file: Buffer, from: number, to: number): Generator<Element> {
  let at = from;
  while (at < to) {
    const id = readNumber(file, at, true);
    const size = id && readNumber(file, at + id.length, false);
    if (!id || !size) return;
    const start = at + id.length + size.length;
    const end = Math.min(to, start + size.value);
    yield { id: id.value, start, end };
    at = end;
  }
}

function webmHasPicture(file: Buffer): boolean {
  for (const segment of elements(file, 0, file.length)) {
    if (segment.id !== SEGMENT) continue;
    for (const tracks of elements(file, segment.start, segment.end)) {
      if (tracks.id !== TRACKS) continue;
      const types = [...elements(file, tracks.start, tracks.end)]
        .filter(({ id }) => id === TRACK)
        .flatMap((track) => [...elements(file, track.start, track.end)])
        .filter(({ id }) => id === TRACK_TYPE)
        .map(({ start }) => file[start]);
      return types.length === 0 || types.includes(PICTURE);
    }
  }
  return true;
}

/** MP4 names each track's kind in its `hdlr` box, eight bytes after the name. */
function mp4HasPicture(file: Buffer): boolean {
  let sound = false;
  for (let at = file.indexOf('hdlr'); at >= 0; at = file.indexOf('hdlr', at + 4)) {
    const kind = file.toString('latin1', at + 12, at + 16);
    if (kind === 'vide') return true;
    if (kind === 'soun') sound = true;
  }
  return !sound;
}
