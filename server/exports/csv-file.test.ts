import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readOwnValue } from '../../contract/rules/lead-fields.ts';
import type { Cell } from './cell.ts';
import { csvCell, writeCsv } from './csv-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charla-csv-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function* of(...batches: Cell[][][]) {
  yield* batches;
}

it.each([
  ['=1+1', "'=1+1"],
  ['+56 9 1234 5678', "'+56 9 1234 5678"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =HYPERLINK("http://x")', '"\'  =HYPERLINK(""http://x"")"'],
  ['\t=1', "'\t=1"],
  ['\n=1', '"\'\n=1"'],
  ['＝1+1', "'＝1+1"],
  ['\u200b\ufeff\u00a0=1', "'\u200b\ufeff\u00a0=1"],
  ['hola = chao', 'hola = chao'],
  ['ana@charla.test', 'ana@charla.test'],
  ['', ''],
])('neutralises what a spreadsheet would run: %j', (text, written) => {
  expect(csvCell(text)).toBe(written);
});

it('FILE-8 leaves our own numbers and dates as they are, in the time of Chile whatever the season', () => {
  expect(csvCell(-3)).toBe('-3');
  expect(csvCell({ at: '2026-11-21T03:05:00.000Z' })).toBe('21/11/2026 00:05');
  expect(csvCell({ at: '2026-07-01T03:05:00.000Z' })).toBe('30/06/2026 23:05');
  // By the clock of the bot's calendar.
  expect(csvCell({ at: '2026-11-21T03:05:00.000Z', zone: 'Pacific/Easter' })).toBe('20/11/2026 22:05');
  expect(csvCell(null)).toBe('');
});

it('FILE-16 writes decimals with the comma of Chile: a dot would be read as thousands, or as text', () => {
  expect([4.75, -0.125, 152.5, 1200, 0].map(csvCell)).toEqual(['4,75', '-0,125', '152,5', '1200', '0']);
  // A file that goes back in through an import says the same number.
  expect(readOwnValue({ type: 'number', options: [] }, csvCell(4.125))).toBe(4.125);
});

it('FILE-7 writes what a reader reads back: BOM, semicolons, quotes, line breaks, emoji', async () => {
  const path = join(folder, 'a.csv');
  const texts = ['a;b', 'dijo "hola"', 'dos\nlíneas', 'ñandú 🇨🇱', ' blancos ', ''];
  await writeCsv(
    path,
    ['Uno', 'Dos'],
    of([texts.slice(0, 2)], [texts.slice(2, 4), texts.slice(4)]),
    new AbortController().signal,
  );
  const bytes = readFileSync(path);
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(parse(bytes, { bom: true, delimiter: ';' })).toEqual([
    ['Uno', 'Dos'],
    ['a;b', 'dijo "hola"'],
    ['dos\nlíneas', 'ñandú 🇨🇱'],
    [' blancos ', ''],
  ]);
});

it('FILE-9 asks for rows only as fast as the disk takes them, and stops when told to', async () => {
  const stop = new AbortController();
  let asked = 0;
  async function* endless(): AsyncGenerator<Cell[][]> {
    for (;;) {
      asked += 1;
      if (asked === 50) stop.abort();
      yield Array.from({ length: 1000 }, () => ['x'.repeat(100)]);
    }
  }
  await expect(writeCsv(join(folder, 'b.csv'), ['Uno'], endless(), stop.signal)).rejects.toThrow('abort');
  expect(asked).toBeLessThan(60);
});
