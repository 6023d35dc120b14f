/** Who calls a function by its name. */
import ts from 'typescript';

export interface Callers {
  of(called: ts.SignatureDeclaration): ts.CallExpression[];
}

/** Every node of a file, in its order. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  node.forEachChild((child) => {
    children.push(child);
  });
  for (const child of children) yield* nodesOf(child);
}

/** Whether a node is this one or lies in it. */
export function isInside(node: ts.Node, outer: ts.Node): boolean {
  for (let at: ts.Node | undefined = node; at; at = at.parent) if (at === outer) return true;
  return false;
}

function nameOf(called: ts.SignatureDeclaration): string | undefined {
  if (called.name) return called.name.getText();
  const { parent } = called;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText();
  return undefined;
}

/** Reads the calls of these files once; whose each is, when somebody asks. */
export function callersIn(files: readonly ts.SourceFile[], checker: ts.TypeChecker): Callers {
  const byName = new Map<string, ts.CallExpression[]>();
  for (const file of files) {
    for (const node of nodesOf(file)) {
      if (!ts.isCallExpression(node)) continue;
      const { expression } = node;
      const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
      const same = byName.get(name);
      if (same) same.push(node);
      else byName.set(name, [node]);
    }
  }
  return {
    of(called) {
      const name = nameOf(called);
      if (name === undefined) return [];
      // A function that calls itself says nothing new by it.
      return (byName.get(name) ?? []).filter(
        (call) => !isInside(call, called) && checker.getResolvedSignature(call)?.declaration === called,
      );
    },
  };
}
