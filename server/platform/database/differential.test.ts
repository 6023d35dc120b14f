/** Both engines answer the same rows, value for value and type for type. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, json, type Sql, sql } from './database.ts';
import { testDatabase } from './testing.ts';

let engines: Database[];

beforeAll(async () => {
  engines = await Promise.all(
    (['pglite', 'postgres'] as const).map((engine) => testDatabase({ engine, migrations: null })),
  );
});
afterAll(async () => {
  await Promise.all(engines.map((db) => db.close()));
});

async function both(statement: Sql): Promise<unknown[][]> {
  return Promise.all(engines.map((db) => db.query(statement)));
}

const cases: [string, Sql, unknown][] = [
  ['int2', sql`select 7::int2 as v`, 7],
  ['int8', sql`select ${123n}::int8 + 1 as v`, 124],
  ['count', sql`select count(*) as v from generate_series(1, 3)`, 3],
  ['sum of int8 is numeric', sql`select sum(n::int8) as v from generate_series(1, 3) n`, '6'],
  ['float8', sql`select 0.1::float8 + 0.2 as v`, 0.1 + 0.2],
  ['float4 NaN', sql`select 'NaN'::float4 as v`, Number.NaN],
  ['numeric', sql`select 12345678901234567890.50::numeric as v`, '12345678901234567890.50'],
  ['bool', sql`select ${true}::bool and not ${false}::bool as v`, true],
  [
    'timestamptz to the millisecond',
    sql`select '2026-11-21 00:00:00.123987-03'::timestamptz as v`,
    '2026-11-21T03:00:00.123Z',
  ],
  [
    'timestamptz without fraction',
    sql`select ${new Date('2026-11-21T03:00:00Z')}::timestamptz as v`,
    '2026-11-21T03:00:00.000Z',
  ],
  ['timestamptz infinity', sql`select 'infinity'::timestamptz as v`, 'infinity'],
  ['date', sql`select '2026-11-21'::date as v`, '2026-11-21'],
  ['timestamp', sql`select '2026-11-21 03:00'::timestamp as v`, '2026-11-21 03:00:00'],
  ['interval', sql`select '1 day 2 hours'::interval as v`, '1 day 02:00:00'],
  [
    'uuid',
    sql`select '6F9619FF-8B86-D011-B42D-00C04FC964FF'::uuid as v`,
    '6f9619ff-8b86-d011-b42d-00c04fc964ff',
  ],
  [
    'jsonb',
    sql`select ${json({ a: [1, 'ñ', null], b: { c: true } })} as v`,
    { a: [1, 'ñ', null], b: { c: true } },
  ],
  ['jsonb scalar', sql`select ${json('texto')} as v`, 'texto'],
  ['json', sql`select '[1, 2]'::json as v`, [1, 2]],
  [
    'jsonb aggregate',
    sql`select jsonb_agg(jsonb_build_object('n', n)) as v from generate_series(1, 2) n`,
    [{ n: 1 }, { n: 2 }],
  ],
  ['bytea', sql`select ${new Uint8Array([0, 255, 92])}::bytea as v`, Buffer.from([0, 255, 92])],
  ['null', sql`select ${null}::int as v`, null],
  ['undefined', sql`select ${undefined}::text as v`, null],
  ['int8[]', sql`select ${[1, 2n, null]}::int8[] as v`, [1, 2, null]],
  [
    'text[]',
    sql`select ${['', 'NULL', 'a,b', '{"x"}', '\\', null]}::text[] as v`,
    ['', 'NULL', 'a,b', '{"x"}', '\\', null],
  ],
  [
    'nested',
    sql`select ${[[1, 2], [3, 4]]}::int[] as v`,
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ['bounds', sql`select '[0:1]={1,2}'::int[] as v`, [1, 2]],
  ['bool[]', sql`select array[true, false] as v`, [true, false]],
  ['timestamptz[]', sql`select ${[new Date(0)]}::timestamptz[] as v`, ['1970-01-01T00:00:00.000Z']],
  ['jsonb[]', sql`select array[${json({ a: '"' })}] as v`, [{ a: '"' }]],
  ['bytea[]', sql`select array['\\x00ff'::bytea] as v`, [Buffer.from([0, 255])]],
  ['empty array', sql`select '{}'::text[] as v`, []],
];

describe('one value', () => {
  it.each(cases)('%s', async (_, statement, expected) => {
    const [embedded, real] = await both(statement);
    expect(embedded).toStrictEqual([{ v: expected }]);
    expect(real).toStrictEqual([{ v: expected }]);
  });
});

it('gives the same names and values to columns that nobody named', async () => {
  const [embedded, real] = await both(sql`select 1, 'a' as "Ñ", now() is not null`);
  expect(real).toStrictEqual(embedded);
});

it('takes any text and any JSON there and back unchanged', { timeout: 90_000 }, async () => {
  const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', ''));
  const value = fc
    .jsonValue({ stringUnit: 'grapheme' })
    .filter((candidate) => !JSON.stringify(candidate).includes('\\u0000'));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), value, async (list, data) => {
      const statement = sql`select ${list}::text[] as list, ${list.join('')}::text as text, ${json(data)} as data`;
      const expected = [{ list, text: list.join(''), data: JSON.parse(JSON.stringify(data)) as unknown }];
      for (const rows of await both(statement)) expect(rows).toEqual(expected);
    }),
    { numRuns: 150 },
  );
});

it('refuses the same statements with the same code', async () => {
  for (const statement of [
    sql`selec`,
    sql`select * from nowhere`,
    sql`select 1 / 0`,
    sql`select ${'x'}::int`,
    sql`select ${'a\0b'}::text`,
    sql`select ${json('a\0b')}`,
  ]) {
    const codes = await Promise.all(
      engines.map((db) =>
        db.query(statement).then(
          () => 'answered',
          (error: unknown) => Reflect.get(Object(error), 'code'),
        ),
      ),
    );
    expect(codes[0], statement.text).toMatch(/^\w{5}$/);
    expect(codes[1], statement.text).toBe(codes[0]);
  }
});

it('INB-1 appends events in one statement, without gaps, whatever is rolled back', async () => {
  const append = (count: number) => sql`
    with taken as (
      update bot set seq = seq + ${count} where id = 1 returning seq - ${count} as before
    )
    insert into event (bot_id, seq, data)
    select 1, taken.before + item.at, item.data
    from taken, jsonb_to_recordset(${json(Array.from({ length: count }, (_, at) => ({ at: at + 1, data: { at } })))}) as item(at int, data jsonb)
    returning seq`;
  const results = await Promise.all(
    engines.map(async (db) => {
      await db.transaction((tx) =>
        tx.script(`create table bot (id int primary key, seq bigint not null);
          create table event (bot_id int, seq bigint, data jsonb, primary key (bot_id, seq));
          insert into bot values (1, 0)`),
      );
      await Promise.all(
        Array.from({ length: 30 }, (_, at) =>
          db
            .transaction(async (tx) => {
              await tx.query(append((at % 3) + 1));
              if (at % 4 === 0) throw new Error('undone');
            })
            .catch((error: unknown) => expect(error).toMatchObject({ message: 'undone' })),
        ),
      );
      return db.query<{ seq: number }>(sql`select seq from event order by seq`);
    }),
  );
  const expected = Array.from({ length: results[0]?.length ?? 0 }, (_, at) => ({ seq: at + 1 }));
  expect(expected.length).toBeGreaterThan(40);
  expect(results).toEqual([expected, expected]);
});
