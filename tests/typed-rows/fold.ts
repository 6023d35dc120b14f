/**
 * What texts an expression of type `Sql` can be, read from the sources without running them: templates, the fragments
 * in them, and the functions that make those. A parameter of the statement stands as PARAMETER.
 *
 * Where a fragment can be one of several, each of them is in some text; not every combination is.
 */
import ts from 'typescript';
import { type Callers, isInside } from './callers.ts';

/** Where a value is put in; the engine's `$1`, `$2` … are written by `numbered`. */
export const PARAMETER = '\0';

/** The expression can't be read off the sources. */
export class Unreadable extends Error {
  override name = 'Unreadable';
  readonly node: ts.Node;
  constructor(node: ts.Node, why: string) {
    super(why);
    this.node = node;
  }
}

/** An alternative that is made of the very function that it is an answer of: it says nothing that the others do not. */
class Itself extends Unreadable {
  constructor(node: ts.Node) {
    super(node, 'it is made of nothing but itself');
  }
}

/** What a function's parameters are: the call that is followed, and what was known around it. */
export type Known = ReadonlyMap<ts.SignatureDeclaration, { call: ts.CallExpression; known: Known }>;

/** A parameter of this function has to be known first: each of its calls gives other texts. */
export class NeedsCaller extends Error {
  override name = 'NeedsCaller';
  readonly of: ts.SignatureDeclaration;
  constructor(of: ts.SignatureDeclaration) {
    super('a parameter');
    this.of = of;
  }
}

/** How deep functions are followed; one that calls itself ends here. */
const DEEPEST = 30;
/** Texts of one expression: more are a sign that this reading goes astray. */
const MOST = 512;

/** PARAMETERs as PostgreSQL writes them. */
export function numbered(text: string): string {
  let count = 0;
  return text.replaceAll(PARAMETER, () => {
    count += 1;
    return `$${count}`;
  });
}

/** Parts that have several texts each, put together so that each text is in some whole. */
function together(parts: readonly (readonly string[])[]): string[] {
  const count = Math.max(1, ...parts.map((texts) => texts.length));
  return Array.from({ length: count }, (_, at) =>
    parts.map((texts) => texts[at % texts.length] ?? '').join(''),
  );
}

/** Without brackets, casts and `await`. */
export function bare(expression: ts.Expression): ts.Expression {
  let inner = expression;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isNonNullExpression(inner) ||
    ts.isSatisfiesExpression(inner) ||
    ts.isAwaitExpression(inner)
  )
    inner = inner.expression;
  return inner;
}

const isFunction = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
  ts.isFunctionDeclaration(node) ||
  ts.isArrowFunction(node) ||
  ts.isFunctionExpression(node) ||
  ts.isMethodDeclaration(node);

/** Everything below a node, functions in it left out. */
function* within(node: ts.Node): Generator<ts.Node> {
  for (const child of node.getChildren()) {
    if (isFunction(child)) continue;
    yield child;
    yield* within(child);
  }
}

/** What a function answers: the expressions of its returns. */
function answers(of: ts.FunctionLikeDeclaration): ts.Expression[] {
  if (!of.body) return [];
  if (!ts.isBlock(of.body)) return [of.body];
  return [...within(of.body)].flatMap((node) =>
    ts.isReturnStatement(node) && node.expression ? [node.expression] : [],
  );
}

export class Folder {
  readonly #checker: ts.TypeChecker;
  readonly #callers: Callers;
  #depth = 0;

  constructor(checker: ts.TypeChecker, callers: Callers) {
    this.#checker = checker;
    this.#callers = callers;
  }

  /** The texts of a fragment. Throws `Unreadable` or `NeedsCaller`. */
  sql(expression: ts.Expression, known: Known): string[] {
    return this.#deeper(expression, () => {
      const texts = this.#sql(bare(expression), known);
      if (texts.length === 0) throw new Unreadable(expression, 'nothing is ever put there');
      return texts;
    });
  }

  #deeper<T>(at: ts.Node, read: () => T[]): T[] {
    if (this.#depth >= DEEPEST) throw new Unreadable(at, 'it stands on too many others');
    this.#depth += 1;
    try {
      const found = read();
      if (found.length > MOST) throw new Unreadable(at, `it has more than ${MOST} texts`);
      return found;
    } finally {
      this.#depth -= 1;
    }
  }

  #sql(expression: ts.Expression, known: Known): string[] {
    if (ts.isTaggedTemplateExpression(expression)) return this.#template(expression.template, known);
    const either = choices(expression);
    if (either) return this.#ofEach(either, (each) => this.sql(each, known));
    if (ts.isCallExpression(expression)) return this.#call(expression, known);
    const looped = ts.isIdentifier(expression) && this.#loopedOver(expression);
    if (looped) return this.#list(looped, known).flat();
    return this.#follow(expression, known, (found, around) => this.sql(found, around));
  }

  /** The list that a name goes through, in `for (const name of list)`. */
  #loopedOver(name: ts.Identifier): ts.Expression | undefined {
    const declaration = this.#checker.getSymbolAtLocation(name)?.valueDeclaration;
    const loop = declaration?.parent.parent;
    return loop && ts.isForOfStatement(loop) && loop.initializer === declaration?.parent
      ? loop.expression
      : undefined;
  }

  #template(template: ts.TemplateLiteral, known: Known): string[] {
    if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text];
    return together([
      [template.head.text],
      ...template.templateSpans.flatMap((span) => [this.#span(span.expression, known), [span.literal.text]]),
    ]);
  }

  /** What a `${}` in a statement becomes: a fragment's texts, or a parameter. */
  #span(expression: ts.Expression, known: Known): string[] {
    const inner = bare(expression);
    if (!this.#mayBeSql(inner)) return [PARAMETER];
    const either = choices(inner);
    return either ? this.#ofEach(either, (each) => this.#span(each, known)) : this.sql(inner, known);
  }

  /** What each alternative can be; one that leads back to itself is left out. */
  #ofEach<T>(alternatives: readonly ts.Expression[], read: (alternative: ts.Expression) => T[]): T[] {
    const found: T[] = [];
    let circular: Itself | undefined;
    for (const alternative of alternatives) {
      try {
        found.push(...read(alternative));
      } catch (error) {
        if (!(error instanceof Itself)) throw error;
        circular = error;
      }
    }
    if (found.length === 0 && circular) throw circular;
    return found;
  }

  #mayBeSql(expression: ts.Expression): boolean {
    const type = this.#checker.getTypeAtLocation(expression);
    const types = type.isUnion() ? type.types : [type];
    return types.some((each) => each.symbol?.name === 'Sql');
  }

  #call(call: ts.CallExpression, known: Known): string[] {
    const name = calledName(call);
    const [first, second] = call.arguments;
    if (name === 'json' && first) return [`${PARAMETER}::jsonb`];
    if (name === 'raw' && first) return this.string(first, known);
    if (name === 'join' && first) {
      const between = second ? this.string(second, known) : [','];
      const parts = this.#list(first, known);
      return together(parts.flatMap((texts, at) => (at === 0 ? [texts] : [between, texts])));
    }
    return this.#answersOf(call, known, (answer, around) => this.sql(answer, around));
  }

  /** What a called function of ours answers, read with the call's arguments. */
  #answersOf<T>(
    call: ts.CallExpression,
    known: Known,
    read: (answer: ts.Expression, around: Known) => T[],
  ): T[] {
    const declaration = this.#checker.getResolvedSignature(call)?.declaration;
    if (!declaration || !isFunction(declaration)) throw new Unreadable(call, 'it calls what is not ours');
    if (isInside(call, declaration)) throw new Itself(call);
    const around = new Map(known).set(declaration, { call, known });
    const found = this.#ofEach(answers(declaration), (answer) => read(answer, around));
    if (found.length === 0) throw new Unreadable(call, 'what it calls answers nothing');
    return found;
  }

  /** The fragments of an array, every one that may be in it. */
  #list(expression: ts.Expression, known: Known): string[][] {
    return this.#deeper(expression, () => {
      const inner = bare(expression);
      if (ts.isArrayLiteralExpression(inner))
        return inner.elements.flatMap((element) =>
          ts.isSpreadElement(element) ? this.#list(element.expression, known) : [this.#span(element, known)],
        );
      const either = choices(inner);
      if (either) return this.#ofEach(either, (each) => this.#list(each, known));
      if (ts.isCallExpression(inner)) return this.#listOfCall(inner, known);
      const pushed = ts.isIdentifier(inner) ? this.#pushed(inner, known) : [];
      return [...this.#follow(inner, known, (found, around) => this.#list(found, around)), ...pushed];
    });
  }

  #listOfCall(call: ts.CallExpression, known: Known): string[][] {
    const [first] = call.arguments;
    if (ts.isPropertyAccessExpression(call.expression) && first) {
      const method = call.expression.name.text;
      if (method === 'map' || method === 'flatMap') {
        const by = bare(first);
        if (!isFunction(by)) throw new Unreadable(call, 'what it maps by is not written here');
        const found = answers(by);
        return method === 'map'
          ? [this.#ofEach(found, (answer) => this.#span(answer, known))]
          : found.flatMap((answer) => this.#list(answer, known));
      }
      if (method === 'filter') return this.#list(call.expression.expression, known);
    }
    return this.#answersOf(call, known, (answer, around) => this.#list(answer, around));
  }

  /** The fragments that are pushed to an array of this name. */
  #pushed(name: ts.Identifier, known: Known): string[][] {
    return this.#argumentsPushed(name).flatMap((argument) =>
      ts.isSpreadElement(argument) ? this.#list(argument.expression, known) : [this.#span(argument, known)],
    );
  }

  /** What is pushed to an array of this name, anywhere in its function. */
  #argumentsPushed(name: ts.Identifier): ts.Expression[] {
    const symbol = this.#checker.getSymbolAtLocation(name);
    const home = symbol?.valueDeclaration?.parent.parent.parent;
    if (!symbol || !home) return [];
    return [...within(home)].flatMap((node) => {
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
      const { expression, name: method } = node.expression;
      const ours = method.text === 'push' && this.#checker.getSymbolAtLocation(expression) === symbol;
      return ours ? [...node.arguments] : [];
    });
  }

  /** The elements of an array of whatever kind, each of its forms. */
  #elements(expression: ts.Expression, known: Known): { found: ts.Expression; around: Known }[] {
    return this.#deeper(expression, () => {
      const inner = bare(expression);
      if (ts.isArrayLiteralExpression(inner)) return this.#spread(inner.elements, known);
      if (ts.isCallExpression(inner))
        return this.#answersOf(inner, known, (answer, around) => this.#elements(answer, around));
      const pushed = ts.isIdentifier(inner) ? this.#spread(this.#argumentsPushed(inner), known) : [];
      return [...this.#follow(inner, known, (found, around) => this.#elements(found, around)), ...pushed];
    });
  }

  #spread(elements: readonly ts.Expression[], known: Known): { found: ts.Expression; around: Known }[] {
    return elements.flatMap((each) =>
      ts.isSpreadElement(each) ? this.#elements(each.expression, known) : [{ found: each, around: known }],
    );
  }

  /** The texts of a string, as `raw()` takes it. */
  string(expression: ts.Expression, known: Known): string[] {
    return this.#deeper(expression, () => {
      const inner = bare(expression);
      if (ts.isStringLiteral(inner) || ts.isNoSubstitutionTemplateLiteral(inner)) return [inner.text];
      const words = ts.isIdentifier(inner) && this.#words(inner);
      if (words) return words;
      if (ts.isTemplateExpression(inner))
        return together([
          [inner.head.text],
          ...inner.templateSpans.flatMap((span) => [
            this.string(span.expression, known),
            [span.literal.text],
          ]),
        ]);
      const either = choices(inner);
      if (either) return this.#ofEach(either, (each) => this.string(each, known));
      if (ts.isCallExpression(inner)) return this.#stringOfCall(inner, known);
      const looped = ts.isIdentifier(inner) && this.#loopedOver(inner);
      if (looped) return this.#strings(looped, known);
      return this.#follow(inner, known, (found, around) => this.string(found, around));
    });
  }

  /** The words that a name's type lets it be, where the type lists them. */
  #words(name: ts.Identifier): string[] | null {
    const type = this.#checker.getTypeAtLocation(name);
    const types = type.isUnion() ? type.types : [type];
    const words = types.flatMap((each) => (each.isStringLiteral() ? [each.value] : []));
    return words.length === types.length ? words : null;
  }

  #stringOfCall(call: ts.CallExpression, known: Known): string[] {
    const [first, second] = call.arguments;
    if (ts.isPropertyAccessExpression(call.expression) && call.expression.name.text === 'slice') {
      const [from, to] = call.arguments.map((each) => Number(each.getText()));
      return this.string(call.expression.expression, known).map((text) => text.slice(from, to));
    }
    if (ts.isPropertyAccessExpression(call.expression) && call.expression.name.text === 'join') {
      const between = first ? this.string(first, known) : [','];
      const parts = this.#strings(call.expression.expression, known);
      return together(parts.flatMap((text, at) => (at === 0 ? [[text]] : [between, [text]])));
    }
    if (second && calledName(call) === 'String') throw new Unreadable(call, 'a number');
    return this.#answersOf(call, known, (answer, around) => this.string(answer, around));
  }

  /** An array of strings, each with one text. */
  #strings(expression: ts.Expression, known: Known): string[] {
    const inner = bare(expression);
    if (ts.isArrayLiteralExpression(inner))
      return inner.elements.flatMap((element) =>
        ts.isSpreadElement(element)
          ? this.#strings(element.expression, known)
          : this.string(element, known).slice(0, 1),
      );
    return this.#follow(inner, known, (found, around) => this.#strings(found, around));
  }

  /** Whatever a name, a property or an element stands for, each read by `read`. */
  #follow<T>(
    expression: ts.Expression,
    known: Known,
    read: (found: ts.Expression, around: Known) => T[],
  ): T[] {
    return this.#sources(expression, known).flatMap(({ found, around }) => read(found, around));
  }

  #sources(expression: ts.Expression, known: Known): { found: ts.Expression; around: Known }[] {
    const inner = bare(expression);
    if (ts.isIdentifier(inner)) {
      let symbol = this.#checker.getSymbolAtLocation(inner);
      if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = this.#checker.getAliasedSymbol(symbol);
      const declaration = symbol?.valueDeclaration;
      if (symbol && declaration) return this.#declared(inner, symbol, declaration, known);
    }
    if (ts.isPropertyAccessExpression(inner))
      return this.#property(inner.expression, inner.name.text, known, inner);
    if (ts.isElementAccessExpression(inner)) {
      const key = bare(inner.argumentExpression);
      return this.#property(inner.expression, ts.isStringLiteral(key) ? key.text : null, known, inner);
    }
    throw new Unreadable(inner, 'it is made in a way that is not followed');
  }

  #declared(
    name: ts.Identifier,
    symbol: ts.Symbol,
    declaration: ts.Declaration,
    known: Known,
  ): { found: ts.Expression; around: Known }[] {
    if (ts.isVariableDeclaration(declaration)) {
      const found = declaration.initializer ? [declaration.initializer] : [];
      return [...found, ...this.#assigned(symbol, declaration)].map((each) => ({
        found: each,
        around: known,
      }));
    }
    if (ts.isParameter(declaration)) {
      const argument = this.#argument(declaration, known);
      const { initializer } = declaration;
      if (argument) return [argument];
      if (initializer) return [{ found: initializer, around: known }];
      throw new Unreadable(name, 'an argument that is not given');
    }
    if (ts.isBindingElement(declaration)) return this.#bound(declaration, known, name);
    throw new Unreadable(name, 'it is declared in a way that is not followed');
  }

  /** What a variable is set to after its declaration. */
  #assigned(symbol: ts.Symbol, declaration: ts.VariableDeclaration): ts.Expression[] {
    if (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) return [];
    return [...within(declaration.parent.parent.parent)].flatMap((node) =>
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      this.#checker.getSymbolAtLocation(node.left) === symbol
        ? [node.right]
        : [],
    );
  }

  /** What the call that is followed gives for a parameter; undefined: nothing. */
  #argument(
    parameter: ts.ParameterDeclaration,
    known: Known,
  ): { found: ts.Expression; around: Known } | undefined {
    const of = parameter.parent;
    const caller = known.get(of);
    if (!caller) throw new NeedsCaller(of);
    const at = of.parameters.indexOf(parameter);
    if (parameter.dotDotDotToken) throw new Unreadable(parameter, 'arguments without a number');
    const found = caller.call.arguments[at];
    // What was learnt of outer functions since the call was followed holds for its arguments too.
    const later = [...known].filter(([each]) => each !== of);
    const around = new Map([...later, ...caller.known]);
    return found && { found, around };
  }

  /** What a name in `{ name = otherwise }` is bound to. */
  #bound(
    element: ts.BindingElement,
    known: Known,
    name: ts.Identifier,
  ): { found: ts.Expression; around: Known }[] {
    const whole = element.parent.parent;
    const key = (element.propertyName ?? element.name).getText();
    const otherwise = element.initializer ? [{ found: element.initializer, around: known }] : [];
    const loop = whole.parent.parent;
    if (ts.isForOfStatement(loop))
      return this.#elements(loop.expression, known).flatMap(({ found, around }) =>
        this.#property(found, key, around, name, true),
      );
    const of = ts.isParameter(whole)
      ? this.#argument(whole, known)
      : ts.isVariableDeclaration(whole) && whole.initializer && { found: whole.initializer, around: known };
    if (!of) {
      if (otherwise.length > 0) return otherwise;
      throw new Unreadable(name, 'an argument that is not given');
    }
    return [...this.#property(of.found, key, of.around, name, otherwise.length > 0), ...otherwise];
  }

  /** The values of a property of an object; of all of them when the key is null. */
  #property(
    object: ts.Expression,
    key: string | null,
    known: Known,
    at: ts.Node,
    mayBeAbsent = false,
  ): { found: ts.Expression; around: Known }[] {
    const inner = bare(object);
    const type = this.#checker.getTypeAtLocation(inner);
    if (mayBeAbsent && key !== null && !this.#checker.getPropertyOfType(type, key)) return [];
    if (ts.isObjectLiteralExpression(inner)) {
      const found = inner.properties.flatMap((property) => {
        if (ts.isSpreadAssignment(property)) return [];
        if (key !== null && property.name?.getText().replace(/^['"]|['"]$/g, '') !== key) return [];
        if (ts.isPropertyAssignment(property)) return [{ found: property.initializer, around: known }];
        if (ts.isShorthandPropertyAssignment(property)) {
          const symbol = this.#checker.getShorthandAssignmentValueSymbol(property);
          const declaration = symbol?.valueDeclaration;
          if (symbol && declaration) return this.#declared(property.name, symbol, declaration, known);
        }
        return [];
      });
      if (found.length > 0 || mayBeAbsent) return found;
      throw new Unreadable(at, `the object has no ${key}`);
    }
    const either = choices(inner);
    if (either) return this.#ofEach(either, (each) => this.#property(each, key, known, at, mayBeAbsent));
    if (ts.isCallExpression(inner))
      return this.#answersOf(inner, known, (answer, around) =>
        this.#property(answer, key, around, at, mayBeAbsent),
      );
    return this.#sources(inner, known).flatMap(({ found, around }) =>
      this.#property(found, key, around, at, mayBeAbsent),
    );
  }

  /**
   * Every text that a statement can have, each with what was known: where a parameter decides, the function's callers
   * are gone through.
   * @param also reads what else depends on the callers
   */
  texts(
    statement: ts.Expression,
    also: (known: Known) => unknown,
    known: Known = new Map(),
  ): { text: string; known: Known }[] {
    try {
      also(known);
      return this.sql(statement, known).map((text) => ({ text: numbered(text), known }));
    } catch (error) {
      if (!(error instanceof NeedsCaller)) throw error;
      if (known.has(error.of)) throw new Unreadable(error.of, 'functions that call each other');
      const calls = this.#callers.of(error.of);
      if (calls.length === 0) throw new Unreadable(error.of, 'nobody calls it by its name');
      return calls.flatMap((call) =>
        this.texts(statement, also, new Map(known).set(error.of, { call, known })),
      );
    }
  }
}

/** What an expression can be instead of one thing: both sides of `a ? b : c`, `b ?? c`, `b || c`. */
function choices(expression: ts.Expression): ts.Expression[] | null {
  if (ts.isConditionalExpression(expression)) return [expression.whenTrue, expression.whenFalse];
  if (!ts.isBinaryExpression(expression)) return null;
  const { kind } = expression.operatorToken;
  const isChoice = kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken;
  return isChoice ? [expression.left, expression.right] : null;
}

function calledName({ expression }: ts.CallExpression): string | undefined {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : undefined;
}
