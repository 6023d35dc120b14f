/** IM-5: files as spreadsheets and people really write them, and as somebody writes them to do harm. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { writeXlsx } from '../../exports/xlsx-file.ts';
import { FileFault } from './fault.ts';
import { type FileRow, readCsv } from './read-csv.ts';
import { readRow } from './read-row.ts';
import { readRows } from './read-rows.ts';
import { readXlsx } from './read-xlsx.ts';

const folder = mkdtempSync(join(tmpdir(), 'charla-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function all(rows: AsyncGenerator<FileRow>): Promise<FileRow[]> {
  const read: FileRow[] = [];
  for await (const row of rows) read.push(row);
  return read;
}
const csv = async (bytes: Buffer | string) =>
  (await all(readCsv(Buffer.from(bytes as string)))).map(({ cells }) => cells);

describe('IM-5 a CSV', () => {
  const PLAIN = [
    ['Nombre', 'Ciudad'],
    ['Ñandú', 'Concepción'],
  ];
  it.each([
    ['UTF-8 with its mark', Buffer.from('\uFEFFNombre;Ciudad\r\nÑandú;Concepción\r\n')],
    ['windows-1252', Buffer.from('Nombre;Ciudad\r\nÑandú;Concepción', 'latin1')],
    [
      'UTF-16',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Nombre;Ciudad\nÑandú;Concepción', 'utf16le')]),
    ],
    ['commas', Buffer.from('Nombre,Ciudad\nÑandú,Concepción\n\n\n')],
    ['tabs', Buffer.from('Nombre\tCiudad\nÑandú\tConcepción')],
    ['a line that says the separator', Buffer.from('sep=|\r\nNombre|Ciudad\r\nÑandú|Concepción')],
    ['old line ends', Buffer.from('Nombre;Ciudad\rÑandú;Concepción\r')],
    ['empty lines and blanks', Buffer.from('\n;;\n Nombre ;Ciudad\n\n  ;\nÑandú; Concepción ')],
  ])('in %s', async (_name, bytes) => {
    expect(await csv(bytes)).toEqual(PLAIN);
  });

  it('IM-5 with line breaks and separators in quotes, and the line of each row', async () => {
    const rows = await all(readCsv(Buffer.from('a;b\n"uno\ndos";"x;y"\n3;"dijo ""hola"""\n')));
    expect(rows).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['uno\ndos', 'x;y'] },
      { line: 4, cells: ['3', 'dijo "hola"'] },
    ]);
  });

  it('of every script, with formulas as mere texts', async () => {
    const names = ['李雷', 'محمد', 'Ольга', '🇨🇱 Ñ', '=HYPERLINK("http://x")', 'a\u200db'];
    const read = await csv(names.map((name) => `"${name.replaceAll('"', '""')}";1`).join('\n'));
    expect(read.map(([name]) => name)).toEqual(names);
  });

  it('that is no table, or whose quote never closes, ends in words', async () => {
    await expect(csv(Buffer.from([0x00, 0x01, 0x02, 0x41]))).rejects.toThrow(FileFault);
    await expect(csv(`a;b\n"${'x'.repeat(10_000_000)}`)).rejects.toThrow(FileFault);
  });
});

describe('IM-5 an XLSX', () => {
  const path = (name: string) => join(folder, name);
  async function* of(...rows: (string | number | null | { at: string })[][]) {
    yield rows;
  }

  it('IM-5 gives whole numbers, days, and texts that cells share', async () => {
    await writeXlsx(
      path('a.xlsx'),
      { name: 'Clientes' },
      ['Nombre', 'Teléfono', 'Desde'],
      of(['Ñandú', 56912345678, { at: '2026-11-21T15:00:00.000Z' }], [null, null, null], ['=1+1', 0.5, null]),
      new AbortController().signal,
    );
    const rows = await all(readXlsx(readFileSync(path('a.xlsx'))));
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['Nombre', 'Teléfono', 'Desde'],
      ['Ñandú', '56912345678', '2026-11-21'],
      ['=1+1', '0.5'],
    ]);
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 4]);
  });

  async function zipOf(parts: Record<string, string | Buffer>): Promise<Buffer> {
    const zip = new ZipFile();
    for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content as string), name);
    zip.end();
    const chunks: Buffer[] = [];
    for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }
  const sheet = (rows: string) => ({
    'xl/workbook.xml': '<workbook/>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  });

  it('that shares texts, leaves cells out and says true and false', async () => {
    const bytes = await zipOf({
      ...sheet('<row r="2"><c r="A2" t="s"><v>1</v></c><c r="D2" t="b"><v>1</v></c></row>'),
      'xl/sharedStrings.xml': '<sst><si><t>x</t></si><si><r><t>Ña</t></r><r><t>ndú</t></r></si></sst>',
    });
    expect(await all(readXlsx(bytes))).toEqual([{ line: 2, cells: ['Ñandú', '', '', 'sí'] }]);
  });

  it('FILE-15 that is nothing but empty rows ends in words, and everybody else is served meanwhile', async () => {
    let turns = 0;
    const others = setInterval(() => (turns += 1), 1);
    const rows = all(readCsv(Buffer.from(';\n'.repeat(1_000_001))));
    await expect(rows).rejects.toThrow('demasiadas filas vacías');
    clearInterval(others);
    expect(turns).toBeGreaterThan(50);
    const sheets = await zipOf(sheet('<row/>'.repeat(1_000_001)));
    await expect(all(readXlsx(sheets))).rejects.toThrow('demasiadas filas vacías');
  }, 120_000);

  it('FILE-15 whose formats of numbers are as long as a file may be keeps nobody waiting', async () => {
    const formats = Array.from(
      { length: 60 },
      (_, id) => `<numFmt numFmtId="${200 + id}" formatCode="${'['.repeat(60_000)}"/>`,
    );
    const bytes = await zipOf({
      ...sheet('<row r="1"><c r="A1"><v>7</v></c></row>'),
      'xl/styles.xml': `<styleSheet><numFmts>${formats.join('')}</numFmts></styleSheet>`,
    });
    expect(bytes.length).toBeLessThan(20_000);
    // Each took more than a second when it was judged whole.
    expect(await all(readXlsx(bytes))).toEqual([{ line: 1, cells: ['7'] }]);
  });

  it('FLOOD-7 whose parts have endless names costs what their length does', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `xl/worksheets/${at}${'9'.repeat(60_000)}.xml`);
    const bytes = await zipOf({
      ...sheet('<row r="1"><c r="A1"><v>7</v></c></row>'),
      ...Object.fromEntries(names.map((name) => [name, '<x/>'])),
    });
    expect(await all(readXlsx(bytes))).toEqual([{ line: 1, cells: ['7'] }]);
  });

  it('that unpacks beyond all measure, is broken or something else, ends in words', async () => {
    await expect(all(readXlsx(await zipOf({ 'word/document.xml': '<x/>' })))).rejects.toThrow(
      'no es un Excel',
    );
    await expect(all(readXlsx(Buffer.from('PK\u0003\u0004 nada')))).rejects.toThrow(FileFault);
    const broken = {
      ...sheet(''),
      'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row r="1"><c r="A1"><v>1',
    };
    await expect(all(readXlsx(await zipOf(broken)))).rejects.toThrow('dañado');
    const nested = `<row r="1"><c r="A1"><v>1</v></c></row>${'<a>'.repeat(300)}${'</a>'.repeat(300)}`;
    await expect(all(readXlsx(await zipOf(sheet(nested))))).rejects.toThrow('dañado');
    const huge = Buffer.alloc(410_000_000, ' ');
    const zipped = await zipOf({ ...sheet(''), 'xl/sharedStrings.xml': huge });
    expect(zipped.length).toBeLessThan(1_000_000);
    await expect(all(readXlsx(zipped))).rejects.toThrow('tamaño desmedido');
  });
});

describe('IM-5 a row', () => {
  const order = {
    columns: ['Fono', 'RUT'],
    mapping: { Fono: 'phone', RUT: 'rut' },
    key: 'auto' as const,
    own: {},
  };
  it.each([
    ['5,69123E+10', '', 'notación científica'],
    ['5.69123456E+10', '', 'notación científica'],
    ['09 8765 4321', '', '¿+56 9 8765 4321?'],
    ['8765 4321', '', '¿+56 9 8765 4321?'],
    ['', '12345678', 'dígito verificador'],
    ['', '1-1-1', 'El RUT no es válido'],
    ['', '', 'no trae'],
  ])('with phone %j and RUT %j is refused with the hint %j', (phone, rut, hint) => {
    const read = readRow([2, phone, rut], order);
    expect(read).toMatchObject({ ok: false, reason: expect.stringContaining(hint) });
  });
  it('IM-5 as people write it is read', () => {
    expect(readRow([2, '56912345678', '11111111-1'], order)).toMatchObject({
      ok: true,
      fields: { phone: '+56912345678', rut: '11.111.111-1' },
    });
  });
});

describe('FILE-18 a large file is read beside the thread that serves everybody', () => {
  const BOT = 64;
  const HEAD = 'Nombre;Ciudad\n';
  const large = (rows: string) => Buffer.from(HEAD + rows, 'latin1');
  async function read(bytes: Buffer) {
    const lines: number[] = [];
    let columns: string[] = [];
    let last: string[] = [];
    await readRows(
      BOT,
      bytes,
      (found) => {
        columns = found;
      },
      (row) => {
        lines.push(row.line);
        last = row.cells;
      },
    );
    return { columns, last, lines };
  }

  it('FILE-18 nothing of it is decoded there, and the rows come in their order', async () => {
    const bytes = large('Ñandú;Concepción\n'.repeat(20_000));
    // A thread has its own.
    vi.stubGlobal(
      'TextDecoder',
      class {
        constructor() {
          throw new Error('Read by the thread that serves');
        }
      },
    );
    try {
      const { columns, last, lines } = await read(bytes);
      expect(columns).toEqual(['Nombre', 'Ciudad']);
      expect(last).toEqual(['Ñandú', 'Concepción']);
      expect(lines).toEqual(Array.from({ length: 20_000 }, (_, at) => at + 2));
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('FILE-18 no more rows come than are taken, and others have their turn between them', async () => {
    let turn = 0;
    let most = 0;
    let inTurn = { turn: -1, rows: 0 };
    let reading = true;
    const others = () => {
      turn += 1;
      if (reading) setImmediate(others);
    };
    setImmediate(others);
    await readRows(
      BOT,
      large('Ñandú;Concepción\n'.repeat(20_000)),
      () => undefined,
      () => {
        inTurn = { turn, rows: inTurn.turn === turn ? inTurn.rows + 1 : 1 };
        most = Math.max(most, inTurn.rows);
      },
    );
    reading = false;
    expect(most).toBe(100);
  });

  it('FILE-18 of one bot one is read after the other, and two at once of all', async () => {
    const now = new Set<string>();
    const met = new Set<string>();
    let going: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      going = resolve;
    });
    const reading = (botId: number, name: string) =>
      readRows(
        botId,
        large('Ñandú;Concepción\n'.repeat(5_000)),
        async () => {
          now.add(name);
          for (const other of now) if (other !== name) met.add([other, name].toSorted().join(' '));
        },
        async () => {
          await held;
        },
      ).finally(() => now.delete(name));
    const all = [reading(BOT, 'a'), reading(BOT, 'b'), reading(BOT + 1, 'c'), reading(BOT + 2, 'd')];
    await expect.poll(() => [...now].toSorted()).toEqual(['a', 'c']);
    going();
    await Promise.all(all);
    expect([...met]).toContain('a c');
    expect([...met]).not.toContain('a b');
  });

  it('FILE-18 what is wrong with it comes back in words, and what the caller refuses ends it', async () => {
    await expect(read(large(`"${'x'.repeat(3_000_000)}`))).rejects.toThrow(
      'revisa que las comillas se cierren',
    );
    const refused = readRows(
      BOT,
      large('a;b\n'.repeat(100_000)),
      () => undefined,
      () => {
        throw new FileFault('Ya basta.');
      },
    );
    await expect(refused).rejects.toThrow('Ya basta.');
  });
});
