/**
 * The type of every row says what its statement answers over the migrated schema: names, kinds, what may be null, which
 * words a check lets in. Statements are read from the sources and described by PostgreSQL, so that also those count
 * which no test runs (docs/decisions/0036-typed-rows.md).
 */
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entityStatement } from '../../server/access/check-access.ts';
import { dumpPglite } from '../../server/platform/database/pglite.ts';
import { testDatabase } from '../../server/platform/database/testing.ts';
import type { EntityRule } from '../../server/platform/domain.ts';
import { differences } from './compare.ts';
import { Describer, Refused } from './describe.ts';
import { entityRules, pathOf, placeOf, readSources, type Sources } from './sources.ts';
import { type Found, type Statement, statementsIn } from './statements.ts';

const WRONG = 'tests/typed-rows/wrong-rows.fixture.ts';

/** Files with statements that the sources do not tell, and how many: each reads no column by a name of its own. */
const UNTOLD = {
  // A backup takes whatever tables and columns there are, as the engine lists them.
  'server/platform/backup/dump.ts': 3,
  'server/platform/backup/load.ts': 1,
  // They look through every table that there is.
  'server/platform/database/table-keeper.ts': 3,
  'server/platform/database/testing.ts': 1,
  // The demo's rows, by their keys; it reads nothing, and the demo's tests run it.
  'server/platform/demo/insert-rows.ts': 1,
};
/** Whose statements are made of the domains' entity rules; each rule is described below. */
const BY_ENTITY = 'server/access/check-access.ts';

let sources: Sources;
let product: Found;
let wrong: Found;
let describer: Describer;

beforeAll(async () => {
  sources = readSources([WRONG]);
  const { files, checker } = sources;
  product = statementsIn(
    files.filter((file) => !file.fileName.endsWith(WRONG)),
    checker,
  );
  wrong = statementsIn(
    files.filter((file) => file.fileName.endsWith(WRONG)),
    checker,
  );
  const db = await testDatabase({ engine: 'pglite' });
  describer = await Describer.open(await dumpPglite(db));
  await db.close();
});
afterAll(() => describer.close());

async function faultsOf({ call, text, row }: Statement): Promise<string[]> {
  try {
    return differences(row, await describer.columns(text), call, sources.checker);
  } catch (error) {
    if (error instanceof Refused) return [error.message];
    throw error;
  }
}

/** `path:line: what is wrong`, each once. */
async function faultsIn(statements: readonly Statement[]): Promise<string[]> {
  const found = new Set<string>();
  for (const statement of statements)
    for (const fault of await faultsOf(statement)) found.add(`${placeOf(statement.call)}: ${fault}`);
  return [...found];
}

/** What a statement of this file reads, for the entity rule that an object literal is. */
function ofRule(rule: ts.ObjectLiteralExpression): Statement {
  const place = product.untold.find(({ call }) => pathOf(call) === BY_ENTITY);
  if (!place) throw new Error(`${BY_ENTITY} asks for no entity`);
  const parts = rule.properties.map((property) => {
    if (!ts.isPropertyAssignment(property) || !ts.isStringLiteral(property.initializer))
      throw new Error(`${placeOf(property)}: a rule is made of plain texts`);
    return [property.name.getText(), property.initializer.text] as const;
  });
  const { text } = entityStatement(Object.fromEntries(parts) as unknown as EntityRule, 1);
  return { call: place.call, row: place.row, text };
}

describe('the sources', () => {
  it('read every row as the schema has it', async () => {
    expect(product.statements.length).toBeGreaterThan(800);
    const faults = await faultsIn(product.statements);
    // Lines move; what is wrong in a file does not.
    expect(faults.map((fault) => fault.replace(/:\d+: /, ': ')).sort()).toEqual([]);
  });

  it('tell every statement, but for those that take whatever there is', () => {
    const untold = product.untold.filter(({ call }) => pathOf(call) !== BY_ENTITY);
    const known = { ...UNTOLD };
    const counts = Object.fromEntries(
      Object.keys(known).map((path) => [path, untold.filter(({ call }) => pathOf(call) === path).length]),
    );
    const others = untold.filter(({ call }) => !(pathOf(call) in known));
    expect(others.map(({ call, at, why }) => `${placeOf(call)}: ${why} (${placeOf(at)})`)).toEqual([]);
    expect(counts).toEqual(known);
  });

  it('find each entity by a rule that the schema knows', async () => {
    const rules = entityRules(sources);
    expect(rules.length).toBeGreaterThan(8);
    for (const rule of rules) expect(await faultsOf(ofRule(rule)), placeOf(rule)).toEqual([]);
  });
});

it('tells what is wrong with a row', async () => {
  const lines = await faultsIn(wrong.statements);
  expect(lines.map((line) => line.replace(/^[^ ]*:\d+: /, ''))).toEqual([
    'column "colour" does not exist',
    'the column name is not in the type',
    'id is number, not string',
    'no column name',
    'id is number, not string',
    'log_head is number, not string',
    'rut may be null, not only string',
    'name may be null, not only string',
    'action may be delete, not only "create" | "update"',
    'the type of its row names no columns',
    'column "created" does not exist',
    'id is string, not number',
  ]);
  expect(wrong.untold.map(({ why }) => why)).toEqual(['nobody calls it by its name']);
});

it('tells each place that reads a column which a migration renames', async () => {
  const before = await faultsIn(product.statements);
  await describer.migrate('alter table leads rename column rut to tax_id');
  const faults = (await faultsIn(product.statements)).filter((fault) => !before.includes(fault));
  await describer.migrate('alter table leads rename column tax_id to rut');
  const readers = product.statements.filter(
    ({ text }) => /\brut\b/.test(text) && !/billing_companies/.test(text),
  );
  expect(readers.length).toBeGreaterThan(5);
  const told = new Set(faults.map((fault) => fault.slice(0, fault.indexOf(': '))));
  expect(told).toEqual(new Set(readers.map(({ call }) => placeOf(call))));
});
