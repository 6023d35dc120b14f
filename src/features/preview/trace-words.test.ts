import { expect, it } from 'vitest';
import type { PreviewTrace } from '../../../contract/entities/bot-trace.ts';
import { expectedOf, headline, llmText, meaningText, outcomeText } from './trace-words.ts';

const TRACE: PreviewTrace = {
  via: 'intent',
  node: { node_id: 'factura', title: 'Factura' },
  intent: 'factura',
  score: 0.976,
  thresholds: { answer: 0.7, offer: 0.4 },
  guesses: [],
  clauses: [],
  meanings: [],
  entities: [],
  conditions: [],
  passages: [],
  path: ['factura'],
  stopped: false,
  truncated: false,
  llm: null,
  meaning: null,
};

it('tells what was understood, of two questions both', () => {
  expect(headline(TRACE)).toBe('Entendió «Factura» con 98 % de seguridad. Responde desde 70 %.');
  const also = { node_id: 'envio', title: 'Envíos', intent_name: 'envio', score: 0.951 };
  expect(headline({ ...TRACE, also, path: ['factura', 'envio'] })).toBe(
    'Entendió dos preguntas: «Factura» con 98 % de seguridad y «Envíos» con 95 %. Cada una tiene su respuesta.',
  );
});

it('tells of two answers how sure each part was, since the whole message says less', () => {
  const also = { node_id: 'envio', title: 'Envíos', intent_name: 'envio', score: 0.951 };
  const guess = (intent_name: string) => ({
    intent_name,
    title: intent_name,
    score: 0.61,
    node_id: intent_name,
    outcome: 'answered' as const,
  });
  const trace = { ...TRACE, also, guesses: [guess('factura'), guess('envio')] };
  expect(trace.guesses.map((one) => outcomeText(one, trace))).toEqual([
    'Esta respondió: su parte del mensaje llegó a 98 %',
    'Esta respondió: su parte del mensaje llegó a 95 %',
  ]);
  expect(outcomeText(guess('factura'), TRACE)).toBe('Esta respondió');
});

it('knows what a sentence should be understood as, and which sentences say nothing alone', () => {
  const person = {
    intent_name: 'persona',
    title: 'Persona',
    score: 0.9,
    node_id: 'persona',
    outcome: 'answered' as const,
  };
  expect(expectedOf(TRACE)).toBe('factura');
  // Who wishes a person is understood, though no intent led there.
  expect(expectedOf({ ...TRACE, via: 'person', intent: null, guesses: [person] })).toBe('persona');
  expect(expectedOf({ ...TRACE, via: 'fallback', intent: null })).toBeNull();
  for (const via of ['slot', 'followup', 'menu'] as const)
    expect(expectedOf({ ...TRACE, via, intent: null })).toBeUndefined();
});

it('tells which interaction the language model chose, and why', () => {
  expect(headline({ ...TRACE, via: 'model', intent: null, score: null })).toContain('eligió «Factura»');
  const llm = {
    outcome: 'chose' as const,
    asked: true,
    reason: 'Pide un documento.',
    sources: [],
    tokens: 90,
  };
  expect(llmText(llm)).toBe(
    'Se le preguntó cuál de tus interacciones calzaba y eligió una: Pide un documento. Usó 90 tokens.',
  );
});

it('tells whether meaning was asked for', () => {
  expect(meaningText({ asked: false, reason: 'El bot ya estaba seguro.' })).toBe(
    'No se usó: El bot ya estaba seguro.',
  );
  expect(meaningText({ asked: true, reason: null })).toContain('tus frases de ejemplo');
});
