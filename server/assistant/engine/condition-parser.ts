/** Reads conditions (the grammar stands in condition.ts). */
import { type Pattern, readPattern } from './pattern.ts';

/** What can't be read, as a sentence for the owner. */
export class ConditionFault extends Error {
  override name = 'ConditionFault';
}

export type Operand =
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'variable'; name: string }
  | { kind: 'entity'; name: string }
  | { kind: 'text' }
  | { kind: 'confidence' };

export type Test =
  | { kind: 'constant'; value: boolean }
  | { kind: 'or' | 'and'; parts: Test[] }
  | { kind: 'not'; part: Test }
  | { kind: 'intent'; name: string }
  | { kind: 'entity'; name: string; value: string | null }
  | { kind: 'contains'; text: string }
  | { kind: 'matches'; pattern: Pattern }
  | { kind: 'truth'; operand: Operand }
  | { kind: 'compare'; left: Operand; operator: string; right: Operand };

/** Deeper nesting than anybody writes; the parser calls itself once a level. */
const DEEPEST = 40;
const NAME = '[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}_.-]*[\\p{L}\\p{N}_])?';
const TOKEN = new RegExp(
  [
    '\\s+',
    '(?<string>"(?:[^"\\\\]|\\\\.)*"|\'(?:[^\'\\\\]|\\\\.)*\')',
    '(?<number>-?\\d+(?:[.,]\\d+)?)',
    `(?<intent>#${NAME})`,
    `(?<entity>@${NAME})`,
    `(?<variable>\\$${NAME})`,
    '(?<colon>:\\s*(?:\\([^()]*\\)|[\\p{L}\\p{N}_-]+))',
    '(?<input>input\\.text(?:\\.(?:contains|matches)(?=\\())?)',
    '(?<confidence>intents\\[0\\]\\.confidence)',
    '(?<operator>\\|\\||&&|==|!=|<=|>=|[<>!()])',
    '(?<word>[\\p{L}_]+)',
  ].join('|'),
  'uy',
);

interface Token {
  kind: string;
  text: string;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) throw new ConditionFault(`No se entiende «${text.slice(at, at + 20)}» en la condición.`);
    at = TOKEN.lastIndex;
    const [kind] = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined) ?? [];
    if (!kind) continue;
    const found = match[0];
    const lower = found.toLowerCase();
    if (kind === 'word' && (lower === 'and' || lower === 'or' || lower === 'not')) {
      tokens.push({ kind: 'operator', text: { and: '&&', or: '||', not: '!' }[lower] });
    } else tokens.push({ kind, text: found });
  }
  return tokens;
}

/** Only quotes and backslashes are escaped: the backslash of `\d` is the pattern's own, written once or twice. */
const unquoted = (text: string): string => text.slice(1, -1).replace(/\\(["'\\])/g, '$1');
const COMPARISONS = new Set(['==', '!=', '<', '>', '<=', '>=']);

class Parser {
  readonly #tokens: Token[];
  #at = 0;

  constructor(tokens: Token[]) {
    this.#tokens = tokens;
  }

  whole(): Test {
    const test = this.#or(0);
    const rest = this.#tokens[this.#at];
    if (rest) throw new ConditionFault(`Sobra «${rest.text}» en la condición.`);
    return test;
  }

  #take(kind: string, text?: string): string | null {
    const token = this.#tokens[this.#at];
    if (token?.kind !== kind || (text !== undefined && token.text !== text)) return null;
    this.#at += 1;
    return token.text;
  }

  #or(depth: number): Test {
    if (depth > DEEPEST) throw new ConditionFault('La condición tiene demasiados paréntesis.');
    const parts = [this.#and(depth)];
    while (this.#take('operator', '||')) parts.push(this.#and(depth));
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'or', parts };
  }

  #and(depth: number): Test {
    const parts = [this.#not(depth)];
    while (this.#take('operator', '&&')) parts.push(this.#not(depth));
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'and', parts };
  }

  #not(depth: number): Test {
    let times = 0;
    while (this.#take('operator', '!')) times += 1;
    const part = this.#test(depth);
    return times % 2 === 1 ? { kind: 'not', part } : part;
  }

  #test(depth: number): Test {
    if (this.#take('operator', '(')) {
      const inner = this.#or(depth + 1);
      if (!this.#take('operator', ')')) throw new ConditionFault('Falta un paréntesis de cierre.');
      return inner;
    }
    const intent = this.#take('intent');
    if (intent) return { kind: 'intent', name: intent.slice(1) };
    const input = this.#take('input');
    if (input?.includes('contains') || input?.includes('matches')) return this.#onText(input);
    const left: Operand = input ? { kind: 'text' } : this.#operand();
    if (left.kind === 'entity' || left.kind === 'variable') {
      const colon = this.#take('colon');
      if (colon !== null) {
        const value = colon
          .slice(1)
          .trim()
          .replace(/^\(|\)$/g, '')
          .trim();
        if (left.kind === 'entity') return { ...left, value };
        return { kind: 'compare', left, operator: '==', right: { kind: 'literal', value } };
      }
    }
    const next = this.#tokens[this.#at];
    if (next?.kind === 'operator' && COMPARISONS.has(next.text)) {
      this.#at += 1;
      const right: Operand = this.#take('input') ? { kind: 'text' } : this.#operand();
      return { kind: 'compare', left, operator: next.text, right };
    }
    if (left.kind === 'entity') return { ...left, value: null };
    if (left.kind === 'literal' && typeof left.value === 'boolean')
      return { kind: 'constant', value: left.value };
    return { kind: 'truth', operand: left };
  }

  #onText(call: string): Test {
    this.#take('operator', '(');
    const argument = this.#take('string');
    if (argument === null || !this.#take('operator', ')'))
      throw new ConditionFault('Escribe el texto entre comillas: input.text.contains("texto").');
    const text = unquoted(argument);
    if (call.endsWith('contains')) return { kind: 'contains', text };
    const pattern = readPattern(text);
    if (!pattern) throw new ConditionFault(`«${text}» no es una expresión regular que se pueda usar aquí.`);
    return { kind: 'matches', pattern };
  }

  #operand(): Operand {
    const token = this.#tokens[this.#at];
    if (!token) throw new ConditionFault('La condición está incompleta.');
    this.#at += 1;
    switch (token.kind) {
      case 'string':
        return { kind: 'literal', value: unquoted(token.text) };
      case 'number':
        return { kind: 'literal', value: Number(token.text.replace(',', '.')) };
      case 'variable':
        return { kind: 'variable', name: token.text.slice(1) };
      case 'entity':
        return { kind: 'entity', name: token.text.slice(1) };
      case 'confidence':
        return { kind: 'confidence' };
      case 'word':
        if (/^(true|false|null)$/i.test(token.text))
          return { kind: 'literal', value: { true: true, false: false }[token.text.toLowerCase()] ?? null };
    }
    throw new ConditionFault(`No se entiende «${token.text}» en la condición.`);
  }
}

/** Throws `ConditionFault`. */
export function parseCondition(text: string): Test {
  const tokens = tokensOf(text);
  if (tokens.length === 0) throw new ConditionFault('La condición está vacía.');
  return new Parser(tokens).whole();
}
