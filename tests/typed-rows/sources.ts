/** The server's sources, read by the compiler. */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { root } from '../../scripts/support/targets.mjs';
import { nodesOf } from './callers.ts';

export interface Sources {
  checker: ts.TypeChecker;
  files: readonly ts.SourceFile[];
}

/** What makes tables of its own: the tests of the database itself. */
const OWN_TABLES = /^server\/platform\/database\/.*\.(test|fixture)\.ts$/;

/** Every file of the server, its tests too. @param more other files */
export function readSources(more: readonly string[]): Sources {
  const server = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .map((name) => join('server', name))
    .filter((name) => name.endsWith('.ts') && !OWN_TABLES.test(name));
  const names = [...server, ...more].map((name) => join(root, name));
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(names, { ...options, types: ['node'], allowJs: true, incremental: false });
  return {
    checker: program.getTypeChecker(),
    files: names.flatMap((name) => program.getSourceFile(name) ?? []),
  };
}

/** `server/crm/find-leads.ts` */
export const pathOf = (node: ts.Node): string => relative(root, node.getSourceFile().fileName);

/** `server/crm/find-leads.ts:36` */
export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  return `${pathOf(node)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}

/** The rules of the domains' entities: the literals that are written where an `EntityRule` is asked for. */
export function entityRules({ files, checker }: Sources): ts.ObjectLiteralExpression[] {
  const domains = files.filter(({ fileName }) => fileName.endsWith('/domain.ts'));
  return domains.flatMap((file) =>
    [...nodesOf(file)].flatMap((node) =>
      ts.isObjectLiteralExpression(node) && checker.getContextualType(node)?.symbol?.name === 'EntityRule'
        ? [node]
        : [],
    ),
  );
}
