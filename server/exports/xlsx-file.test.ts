import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import readXlsx from 'read-excel-file/node';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Cell } from './cell.ts';
import { columnLetters } from './sheet-xml.ts';
import { writeXlsx } from './xlsx-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charla-xlsx-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function* of(...batches: Cell[][][]) {
  yield* batches;
}
const { signal } = new AbortController();

it('FILE-7 writes texts as texts, numbers as numbers, instants as dates on the Chilean clock', async () => {
  const path = join(folder, 'a.xlsx');
  const hostile = '<b>&"\' ]]> _x0041_ =1+1 ñ 🇨🇱';
  await writeXlsx(
    path,
    { name: 'Mensajes' },
    ['Texto', 'Número', 'Fecha', 'Nada'],
    of(
      [[hostile, 5, { at: '2026-11-21T03:05:00.000Z' }, null]],
      [[`con\u0001control\r\ny línea`, -1, null, '']],
    ),
    signal,
  );
  const [sheet] = await readXlsx(path);
  expect(sheet?.sheet).toBe('Mensajes');
  expect(sheet?.data).toEqual([
    ['Texto', 'Número', 'Fecha', 'Nada'],
    [expect.any(String), 5, expect.any(Date), null],
    ['concontrol\ny línea', -1, null, null],
  ]);
  // A day's fraction is no exact number: to the second.
  const at = sheet?.data[1]?.[2] as unknown as Date;
  expect(Math.round(at.getTime() / 1000) * 1000).toBe(Date.parse('2026-11-21T00:05:00.000Z'));
  // Excel undoes the escape of _x0041_; this reader does not.
  expect(String(sheet?.data[1]?.[0]).replace('_x005F_', '_')).toBe(hostile);
});

it('FILE-10 goes on in another sheet where one is full, and has none too many', async () => {
  const rows = Array.from({ length: 7 }, (_, index): Cell[] => [index]);
  for (const [count, sheets] of [
    [6, [3, 3]],
    [7, [3, 3, 1]],
    [0, [0]],
  ] as const) {
    const path = join(folder, `${count}.xlsx`);
    const batches = of(rows.slice(0, Math.min(2, count)), [], rows.slice(2, count));
    await writeXlsx(path, { name: 'Hoja', rowsPerSheet: 4 }, ['N'], batches, signal);
    const read = await readXlsx(path);
    expect(read.map(({ data }) => data.length - 1)).toEqual(sheets);
    expect(read.map(({ sheet }) => sheet)).toEqual(['Hoja', 'Hoja 2', 'Hoja 3'].slice(0, read.length));
    expect(read.flatMap(({ data }) => data.slice(1))).toEqual(rows.slice(0, count));
    expect(read.every(({ data }) => data[0]?.[0] === 'N')).toBe(true);
  }
});

it('FILE-9 ends with the error of the rows, and with the error of the disk', async () => {
  async function* broken(): AsyncGenerator<Cell[][]> {
    yield [['a']];
    throw new Error('no more rows');
  }
  await expect(writeXlsx(join(folder, 'b.xlsx'), { name: 'A' }, ['N'], broken(), signal)).rejects.toThrow(
    'no more rows',
  );
  let closed = false;
  async function* endless(): AsyncGenerator<Cell[][]> {
    try {
      for (;;) yield [['a']];
    } finally {
      closed = true;
    }
  }
  await expect(
    writeXlsx(join(folder, 'absent', 'c.xlsx'), { name: 'A' }, ['N'], endless(), signal),
  ).rejects.toThrow('ENOENT');
  expect(closed).toBe(true);
});

it('FILE-9 stops when told to', async () => {
  const stop = new AbortController();
  let asked = 0;
  async function* endless(): AsyncGenerator<Cell[][]> {
    for (;;) {
      asked += 1;
      if (asked === 20) stop.abort();
      yield Array.from({ length: 500 }, () => ['x'.repeat(50)]);
    }
  }
  await expect(
    writeXlsx(join(folder, 'd.xlsx'), { name: 'A' }, ['N'], endless(), stop.signal),
  ).rejects.toThrow('abort');
  expect(asked).toBeLessThan(30);
});

it('names columns as spreadsheets do', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});
