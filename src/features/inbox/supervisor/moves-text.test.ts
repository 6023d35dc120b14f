import { expect, it } from 'vitest';
import type { CounterMove } from '../../../../contract/calls/supervision.ts';
import { deltaText, mergedMoves, moverName, moveText, wayText } from './moves-text.ts';

const move = (change: Partial<CounterMove> = {}): CounterMove => ({
  seq: 7,
  id: 'e7',
  at: '2026-11-21T12:00:00.000Z',
  name: 'OLD_COUNTERS_WHEN_TAKEN',
  actor: { kind: 'agent', id: 3, name: 'Ana' },
  conversation_id: 'c',
  channel: 'web',
  lead_name: 'Rosa',
  from_state: 'pending',
  to_state: 'taken',
  delta: 1,
  ...change,
});

it('says who did what, from where to where', () => {
  expect(`${moverName(move())} ${moveText(move())}`).toBe('Ana la tomó');
  expect(wayText(move(), 'Charla')).toBe('Pendientes → Tomadas');
  const asked = move({
    name: 'PUSH_PENDING_CONVERSATION',
    actor: { kind: 'visitor' },
    from_state: 'active',
    to_state: 'pending',
  });
  expect(`${moverName(asked)} ${moveText(asked)}`).toBe('El cliente pidió hablar con una persona');
  const back = move({ name: 'FROM_INACTIVE_TO_TAKEN', from_state: 'inactive' });
  expect(`${moverName(back)} ${moveText(back)}`).toBe('Ana la tomó');
  const wrote = { ...back, actor: { kind: 'visitor' } as const };
  expect(`${moverName(wrote)} ${moveText(wrote)}`).toBe('El cliente volvió a escribir');
  expect(wayText(move({ from_state: null, to_state: 'active' }), 'Charla')).toBe('Nueva en Charla IA');
  const followed = move({ name: 'UPDATE_CONVERSATION_CARD', from_state: 'pending', to_state: 'pending' });
  expect(moveText(followed, 'followed')).toBe('la empezó a seguir');
  expect(moveText({ ...followed, delta: -1 }, 'mentioned')).toBe('miró la mención, o la quitó de la nota');
  expect(wayText(followed, 'Charla')).toBe('Pendientes');
  expect(moveText(move({ from_state: 'pending', to_state: 'pending', delta: -1 }))).toBe(
    'la sacó de tu vista',
  );
  expect(moveText(move({ name: 'UPDATE_CONVERSATION_CARD', from_state: 'taken', to_state: 'closed' }))).toBe(
    'la terminó',
  );
  expect([deltaText(1), deltaText(-1)]).toEqual(['+1', '−1']);
});

it('joins what the browser and the server know, each once, newest first', () => {
  const [a, b, c] = [5, 6, 7].map((seq) => move({ seq, id: `e${seq}` })) as [
    CounterMove,
    CounterMove,
    CounterMove,
  ];
  expect(mergedMoves([c, b], [b, a])).toEqual([c, b, a]);
});
