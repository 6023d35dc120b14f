import { expect, it } from 'vitest';
import type { PreviewTrace } from '../../../contract/entities/bot-trace.ts';
import { headline } from './trace-words.ts';

const TRACE: PreviewTrace = {
  via: 'intent',
  node: { node_id: 'factura', title: 'Factura' },
  intent: 'factura',
  score: 0.976,
  thresholds: { answer: 0.7, offer: 0.4 },
  guesses: [],
  clauses: [],
  entities: [],
  conditions: [],
  passages: [],
  path: ['factura'],
  stopped: false,
  truncated: false,
  llm: null,
};

it('tells what was understood, of two questions both', () => {
  expect(headline(TRACE)).toBe('Entendió «Factura» con 98 % de seguridad. Responde desde 70 %.');
  const also = { node_id: 'envio', title: 'Envíos', intent_name: 'envio', score: 0.951 };
  expect(headline({ ...TRACE, also, path: ['factura', 'envio'] })).toBe(
    'Entendió dos preguntas: «Factura» con 98 % de seguridad y «Envíos» con 95 %. Cada una tiene su respuesta.',
  );
});
