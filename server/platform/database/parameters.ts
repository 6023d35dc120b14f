import sql, { type Sql } from 'sql-template-tag';
import { DatabaseMisuse } from './database-error.ts';

/** A value as a jsonb parameter, cast included: sql`insert … values (${json(data)})`. undefined is NULL. */
export function json(value: unknown): Sql {
  return sql`${value === undefined ? null : JSON.stringify(value)}::jsonb`;
}

/** A text as it stands in a LIKE pattern: `%`, `_` and the backslash mean themselves. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function arrayLiteral(values: readonly unknown[]): string {
  const parts = values.map((value) => {
    if (Array.isArray(value)) return arrayLiteral(value);
    const text = toText(value);
    return text === null ? 'NULL' : quoted(text);
  });
  return `{${parts.join(',')}}`;
}

/**
 * A parameter in PostgreSQL's text form, null for NULL; the engine infers its type from the statement.
 * Both engines get exactly this. Throws `DatabaseMisuse` for what has no safe text form.
 */
export function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      if (Array.isArray(value)) return arrayLiteral(value);
      if (value instanceof Date) {
        if (Number.isNaN(value.getTime())) throw new DatabaseMisuse('An invalid Date is no parameter');
        return value.toISOString();
      }
      if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
      throw new DatabaseMisuse('An object is no parameter: wrap it in json(value)');
    default:
      throw new DatabaseMisuse(`A ${typeof value} is no parameter`);
  }
}
