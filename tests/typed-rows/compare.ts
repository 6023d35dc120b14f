/** Whether the type of a row says what the database answers. */
import ts from 'typescript';
import type { Column } from './describe.ts';

const NOTHING = ts.TypeFlags.Null | ts.TypeFlags.Undefined;

const parts = (type: ts.Type): ts.Type[] => (type.isUnion() ? type.types : [type]);

function isKind(type: ts.Type, column: Column, checker: ts.TypeChecker): boolean {
  if (type.flags & ts.TypeFlags.Unknown) return true;
  if (type.flags & ts.TypeFlags.Any) return false;
  switch (column.kind) {
    case 'number':
      return (type.flags & ts.TypeFlags.NumberLike) !== 0;
    case 'string':
      return (type.flags & ts.TypeFlags.StringLike) !== 0;
    case 'boolean':
      return (type.flags & ts.TypeFlags.BooleanLike) !== 0;
    case 'bytes':
      return ['Buffer', 'Uint8Array'].includes(checker.typeToString(type).replace(/<.*/, ''));
    case 'json':
      // What lies in a document the schema does not know.
      return true;
  }
}

function fits(type: ts.Type, column: Column, checker: ts.TypeChecker): boolean {
  if (type.flags & ts.TypeFlags.Unknown) return true;
  if (!column.list) return parts(type).every((part) => part.flags & NOTHING || isKind(part, column, checker));
  return parts(type).every((part) => {
    if (part.flags & NOTHING) return true;
    if (!checker.isArrayType(part)) return false;
    const [element] = checker.getTypeArguments(part as ts.TypeReference);
    return element !== undefined && fits(element, { ...column, list: false }, checker);
  });
}

/** A column that only some words may be in, read as a type that does not have one of them. */
function missingWords(type: ts.Type, values: ReadonlySet<string>): string[] {
  const all = parts(type).filter((part) => !(part.flags & NOTHING));
  if (!all.every((part) => part.isStringLiteral())) return [];
  const known = new Set(all.map((part) => (part as ts.StringLiteralType).value));
  return [...values].filter((value) => !known.has(value));
}

function ofColumn(type: ts.Type, column: Column, checker: ts.TypeChecker): string[] {
  const found: string[] = [];
  const shown = checker.typeToString(type);
  if (!fits(type, column, checker))
    found.push(`${column.name} is ${column.kind}${column.list ? '[]' : ''}, not ${shown}`);
  const mayBeNull = parts(type).some(({ flags }) => flags & (ts.TypeFlags.Null | ts.TypeFlags.Unknown));
  if (column.nullable && !mayBeNull) found.push(`${column.name} may be null, not only ${shown}`);
  const words = column.values && !column.list ? missingWords(type, column.values) : [];
  if (words.length > 0) found.push(`${column.name} may be ${words.join(', ')}, not only ${shown}`);
  return found;
}

/** What differs, a line each. @param at where the type is read */
export function differences(
  row: ts.Type,
  columns: readonly Column[],
  at: ts.Node,
  checker: ts.TypeChecker,
): string[] {
  const found: string[] = [];
  const byName = new Map(columns.map((column) => [column.name, column]));
  const properties = checker.getPropertiesOfType(row);
  for (const property of properties) {
    const column = byName.get(property.name);
    byName.delete(property.name);
    if (column) found.push(...ofColumn(checker.getTypeOfSymbolAtLocation(property, at), column, checker));
    else if (!(property.flags & ts.SymbolFlags.Optional)) found.push(`no column ${property.name}`);
  }
  if (checker.getIndexInfosOfType(row).length > 0) found.push('the type of its row names no columns');
  else if (properties.length > 0)
    for (const { name } of byName.values()) found.push(`the column ${name} is not in the type`);
  return found;
}
