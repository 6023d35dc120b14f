import { parseArray } from './parse-array.ts';
import type { RawResult } from './pglite-messages.ts';

type Decoder = (text: string) => unknown;

/** '2026-11-21 03:00:00.123456+00' (session in UTC) → '2026-11-21T03:00:00.123Z'; 'infinity' stays. */
function timestamptz(text: string): string {
  const match = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(text);
  if (!match) return text;
  return `${match[1]}T${match[2]}.${(match[3] ?? '').slice(0, 3).padEnd(3, '0')}Z`;
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The integer ${text} does not fit a number`);
  return value;
}

const bytes: Decoder = (text) => Buffer.from(text.slice(2), 'hex');
const boolean: Decoder = (text) => text === 't';

const scalars = new Map<number, Decoder>([
  [16, boolean],
  [17, bytes],
  [20, safeInteger],
  [21, Number],
  [23, Number],
  [26, Number],
  [114, JSON.parse],
  [700, Number],
  [701, Number],
  [1184, timestamptz],
  [3802, JSON.parse],
]);

/** Array type → type of its elements. */
export const ELEMENT_TYPES: ReadonlyMap<number, number> = new Map([
  [1000, 16],
  [1001, 17],
  [1002, 18],
  [1003, 19],
  [1005, 21],
  [1007, 23],
  [1009, 25],
  [1014, 1042],
  [1015, 1043],
  [1016, 20],
  [1021, 700],
  [1022, 701],
  [1028, 26],
  [1115, 1114],
  [1182, 1082],
  [1185, 1184],
  [1231, 1700],
  [199, 114],
  [2951, 2950],
  [3807, 3802],
]);

const asIs: Decoder = (text) => text;

function decoderOf(oid: number): Decoder {
  const element = ELEMENT_TYPES.get(oid);
  if (element === undefined) return scalars.get(oid) ?? asIs;
  const decode = scalars.get(element) ?? asIs;
  return (text) => parseArray(text, decode);
}

const decoders = new Map<number, Decoder>();

/** Rows of text → rows of values, the same for both engines. An int8 outside the safe range throws RangeError. */
export function decodeRows<T extends object>(result: RawResult): T[] {
  const columns = result.fields.map(({ name, oid }) => {
    let decode = decoders.get(oid);
    if (!decode) {
      decode = decoderOf(oid);
      decoders.set(oid, decode);
    }
    return { name, decode };
  });
  return result.rows.map((texts) => {
    const row: Record<string, unknown> = {};
    for (const [at, column] of columns.entries()) {
      const text = texts[at];
      row[column.name] = text === null || text === undefined ? null : column.decode(text);
    }
    return row as T;
  });
}
