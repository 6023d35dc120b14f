/**
 * When a node may answer: a subset of Watson's expressions, parsed here and never run as code.
 *
 *   or    := and (('||' | 'or') and)*
 *   and   := not (('&&' | 'and') not)*
 *   not   := ('!' | 'not')* test
 *   test  := '(' or ')' | 'true' | 'false' | #intent | @entity[:value] | $variable[:value]
 *          | (operand) ('==' | '!=' | '<' | '>' | '<=' | '>=') (operand)
 *          | input.text.contains("x") | input.text.matches("pattern")
 *   operand := $variable | @entity | number | "text" | input.text | intents[0].confidence
 *
 * Parsing and evaluating take time linear in the expression; patterns are RE2's, linear in the text.
 */

import { readNumber } from '../../../contract/rules/lead-fields.ts';
import { wordsOf } from '../words/text.ts';
import type { Operand, Test } from './condition-parser.ts';
import { parseCondition as parse } from './condition-parser.ts';

export { ConditionFault } from './condition-parser.ts';

export type Value = string | number | boolean | null;

/** What a condition may ask about. */
export interface Facts {
  text: string;
  /** The intent that is sure enough to be answered. */
  intent: string | null;
  /** Score of the best guess, 0 without one. */
  confidence: number;
  /** Values found in the text, by entity. */
  entities: ReadonlyMap<string, readonly string[]>;
  vars: Readonly<Record<string, Value>>;
}

/** A condition that has been read. */
export type Condition = (facts: Facts) => boolean;

/** Throws `ConditionFault` with a Spanish sentence for what can't be read. */
export function readCondition(text: string): Condition {
  const expression = parse(text);
  return (facts) => holds(expression, facts);
}

function holds(test: Test, facts: Facts): boolean {
  switch (test.kind) {
    case 'constant':
      return test.value;
    case 'or':
      return test.parts.some((part) => holds(part, facts));
    case 'and':
      return test.parts.every((part) => holds(part, facts));
    case 'not':
      return !holds(test.part, facts);
    case 'intent':
      return facts.intent === test.name;
    case 'entity': {
      const found = facts.entities.get(test.name) ?? [];
      return test.value === null ? found.length > 0 : found.some((value) => same(value, test.value));
    }
    case 'contains':
      return ` ${wordsOf(facts.text).join(' ')} `.includes(` ${wordsOf(test.text).join(' ')} `);
    case 'matches':
      return test.pattern.matcher(facts.text).find();
    case 'truth':
      return truth(resolve(test.operand, facts));
    case 'compare':
      return compare(resolve(test.left, facts), test.operator, resolve(test.right, facts));
  }
}

function resolve(operand: Operand, facts: Facts): Value {
  switch (operand.kind) {
    case 'literal':
      return operand.value;
    case 'variable':
      return Object.hasOwn(facts.vars, operand.name) ? (facts.vars[operand.name] ?? null) : null;
    case 'entity':
      return facts.entities.get(operand.name)?.[0] ?? null;
    case 'text':
      return facts.text;
    case 'confidence':
      return facts.confidence;
  }
}

const truth = (value: Value): boolean => value !== null && value !== false && value !== '' && value !== 0;

const numberOf = (value: Value): number | null => {
  if (typeof value === 'number') return value;
  // What a customer wrote: '1.500' is fifteen hundred.
  return typeof value === 'string' ? readNumber(value) : null;
};

function same(a: Value, b: Value): boolean {
  if (a === null || b === null) return a === b;
  if (typeof a === 'boolean' || typeof b === 'boolean') return String(a) === String(b);
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left !== null && right !== null) return left === right;
  return wordsOf(String(a)).join(' ') === wordsOf(String(b)).join(' ');
}

function compare(left: Value, operator: string, right: Value): boolean {
  if (operator === '==') return same(left, right);
  if (operator === '!=') return !same(left, right);
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a === null || b === null) return false;
  if (operator === '<') return a < b;
  if (operator === '>') return a > b;
  return operator === '<=' ? a <= b : a >= b;
}
