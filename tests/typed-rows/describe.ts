/** What PostgreSQL says of a statement over the migrated schema, without running it. */
import { PGlite, protocol } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { ELEMENT_TYPES } from '../../server/platform/database/decode.ts';

/** What a value of a column is in the program (server/platform/database/decode.ts). */
export type Kind = 'number' | 'string' | 'boolean' | 'bytes' | 'json';

export interface Column {
  name: string;
  kind: Kind;
  /** How deep in arrays. */
  list: boolean;
  /** null: not known, as of an expression. */
  nullable: boolean | null;
  /** What a check of the schema lets into it; null: anything. */
  values: ReadonlySet<string> | null;
}

/** A statement that PostgreSQL refuses. */
export class Refused extends Error {
  override name = 'Refused';
}

interface Field {
  name: string;
  tableID: number;
  columnID: number;
  dataTypeID: number;
}

const NUMBERS = new Set([20, 21, 23, 26, 700, 701]);
const JSONS = new Set([114, 3802]);
function kindOf(oid: number): Kind {
  if (NUMBERS.has(oid)) return 'number';
  if (oid === 16) return 'boolean';
  if (oid === 17) return 'bytes';
  return JSONS.has(oid) ? 'json' : 'string';
}

/** What `explain` tells of a node of a plan, as far as we read it. */
interface Plan {
  'Node Type': string;
  'Join Type'?: string;
  'Parent Relationship'?: string;
  Output?: string[];
  Plans?: Plan[];
}

/** Which of the outputs come from the side of an outer join that may be missing. */
function missingOutputs(plan: Plan, outputs: readonly string[], found = new Set<number>()): Set<number> {
  const mark = (side: string) => {
    const from = new Set(
      plan.Plans?.filter((child) => child['Parent Relationship'] === side).flatMap(
        ({ Output = [] }) => Output,
      ),
    );
    for (const [at, output] of outputs.entries()) if (from.has(output)) found.add(at);
  };
  const join = plan['Join Type'];
  if (join === 'Left' || join === 'Full') mark('Inner');
  if (join === 'Right' || join === 'Full') mark('Outer');
  for (const child of plan.Plans ?? []) missingOutputs(child, outputs, found);
  return found;
}

function whole(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

export class Describer {
  readonly #db: PGlite;
  readonly #nullable = new Map<string, boolean>();
  readonly #values = new Map<string, ReadonlySet<string>>();

  private constructor(db: PGlite) {
    this.#db = db;
  }

  /** @param dump of a migrated database, from `dumpPglite` */
  static async open(dump: Uint8Array): Promise<Describer> {
    const db = await PGlite.create({
      loadDataDir: new Blob([new Uint8Array(dump)]),
      extensions: { btree_gin, pg_trgm },
    });
    const describer = new Describer(db);
    await describer.readSchema();
    return describer;
  }

  close(): Promise<void> {
    return this.#db.close();
  }

  /** Changes the schema, as a migration would. */
  async migrate(text: string): Promise<void> {
    await this.#db.exec(text);
    await this.readSchema();
  }

  async readSchema(): Promise<void> {
    const columns = await this.#db.query<{ key: string; nullable: boolean }>(
      `select attrelid::int8 || '.' || attnum as key, not attnotnull as nullable from pg_attribute where attnum > 0`,
    );
    for (const { key, nullable } of columns.rows) this.#nullable.set(key, nullable);
    const checks = await this.#db.query<{ key: string; rule: string }>(
      `select conrelid::int8 || '.' || conkey[1] as key, pg_get_constraintdef(oid) as rule
       from pg_constraint where contype = 'c' and cardinality(conkey) = 1`,
    );
    for (const { key, rule } of checks.rows) {
      const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(rule)?.[1];
      const values = list && [...list.matchAll(/'([^']*)'::text/g)].map((match) => match[1] ?? '');
      if (values) this.#values.set(key, new Set(values));
    }
  }

  /** The columns that a statement answers. Throws `Refused` with what PostgreSQL says. */
  async columns(text: string): Promise<Column[]> {
    const { serialize } = protocol;
    const fields = await this.#described([
      serialize.parse({ text }),
      serialize.describe({ type: 'S' }),
      serialize.sync(),
    ]);
    const missing = /\b(left|right|full)\b/i.test(text) ? await this.#missing(text) : new Set<number>();
    return fields.map((field, at) => this.#column(field, missing.has(at)));
  }

  async #described(messages: readonly Uint8Array[]): Promise<Field[]> {
    const answer = await this.#db.execProtocol(whole(messages), { syncToFs: false, throwOnError: false });
    let fields: Field[] = [];
    for (const message of answer.messages) {
      if (message.name === 'error') throw new Refused((message as unknown as Error).message);
      if (message.name === 'rowDescription') fields = (message as unknown as { fields: Field[] }).fields;
    }
    return fields;
  }

  async #missing(text: string): Promise<Set<number>> {
    const messages = await this.#db.execProtocol(
      protocol.serialize.query(`explain (verbose, generic_plan, format json) ${text}`),
      { syncToFs: false, throwOnError: false },
    );
    const row = messages.messages.find(({ name }) => name === 'dataRow') as { fields: string[] } | undefined;
    const refused = messages.messages.find(({ name }) => name === 'error');
    // A statement without a plan: `set`, a lock.
    if (!row?.fields[0]) throw new Refused(`no plan: ${(refused as unknown as Error | undefined)?.message}`);
    const [explained] = JSON.parse(row.fields[0]) as [{ Plan: Plan }];
    return missingOutputs(explained.Plan, explained.Plan.Output ?? []);
  }

  #column(field: Field, missing: boolean): Column {
    const key = `${field.tableID}.${field.columnID}`;
    const element = ELEMENT_TYPES.get(field.dataTypeID);
    const own = this.#nullable.get(key) ?? null;
    return {
      name: field.name,
      kind: kindOf(element ?? field.dataTypeID),
      list: element !== undefined,
      nullable: missing ? true : own,
      values: this.#values.get(key) ?? null,
    };
  }
}
