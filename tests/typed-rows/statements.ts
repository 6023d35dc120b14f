/** Every place of the sources that asks the database, with the texts that it can ask and the type of row it reads. */
import ts from 'typescript';
import { callersIn, isInside, nodesOf } from './callers.ts';
import { Folder, type Known, NeedsCaller, Unreadable } from './fold.ts';

/** A place that asks, in one of its forms. */
export interface Statement {
  call: ts.CallExpression;
  text: string;
  /** The type of a row. */
  row: ts.Type;
}

/** A place whose text the sources do not tell. */
export interface Untold {
  call: ts.CallExpression;
  /** The type of a row. */
  row: ts.Type;
  at: ts.Node;
  why: string;
}

export interface Found {
  statements: Statement[];
  untold: Untold[];
}

const PORTS = 'server/platform/database/ports.ts';

/** Whether this is `query` of the database or of a transaction. */
function asks(call: ts.CallExpression, checker: ts.TypeChecker): boolean {
  const { expression } = call;
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'query') return false;
  const declaration = checker.getResolvedSignature(call)?.declaration;
  return declaration?.getSourceFile().fileName.endsWith(PORTS) ?? false;
}

/** T of Promise<T[]>. */
function rowOf(call: ts.CallExpression, checker: ts.TypeChecker): ts.Type {
  const rows = checker.getAwaitedType(checker.getTypeAtLocation(call));
  const [row] = rows ? checker.getTypeArguments(rows as ts.TypeReference) : [];
  if (!row) throw new Error(`${call.getText()} answers no rows`);
  return row;
}

/** The row of a generic function's query, as a call of the function names it. */
function rowOfCaller(row: ts.Type, known: Known, checker: ts.TypeChecker): ts.Type {
  if (!(row.flags & ts.TypeFlags.TypeParameter)) return row;
  const declaration = row.symbol.declarations?.[0];
  const of = declaration?.parent as ts.SignatureDeclaration | undefined;
  const at = of?.typeParameters?.indexOf(declaration as ts.TypeParameterDeclaration) ?? -1;
  if (!of || at < 0) return row;
  const caller = known.get(of);
  if (!caller) throw new NeedsCaller(of);
  const named = caller.call.typeArguments?.[at];
  if (!named) throw new Unreadable(caller.call, 'the type of its row is not named');
  return rowOfCaller(checker.getTypeFromTypeNode(named), caller.known, checker);
}

/** Whether this is a database around another that hands on what it was given: who asks it is read where they ask. */
function handsOn(call: ts.CallExpression, statement: ts.Expression, checker: ts.TypeChecker): boolean {
  const given = checker.getSymbolAtLocation(statement)?.valueDeclaration;
  if (!given || !ts.isParameter(given)) return false;
  const of = given.parent;
  return isInside(call, of) && ts.isMethodDeclaration(of) && of.name.getText() === 'query';
}

/** Every statement of these files; the calls of their functions are looked for in all of them. */
export function statementsIn(files: readonly ts.SourceFile[], checker: ts.TypeChecker): Found {
  const folder = new Folder(checker, callersIn(files, checker));
  const found: Found = { statements: [], untold: [] };
  for (const file of files) {
    for (const call of nodesOf(file)) {
      if (!ts.isCallExpression(call) || !asks(call, checker)) continue;
      const [statement] = call.arguments;
      if (!statement || handsOn(call, statement, checker)) continue;
      const row = rowOf(call, checker);
      const rowWith = (known: Known) => rowOfCaller(row, known, checker);
      try {
        for (const { text, known } of folder.texts(statement, rowWith))
          found.statements.push({ call, text, row: rowWith(known) });
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        found.untold.push({ call, row, at: error.node, why: error.message });
      }
    }
  }
  return found;
}
