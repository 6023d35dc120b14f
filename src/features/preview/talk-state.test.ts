import { expect, it } from 'vitest';
import {
  type Answer,
  contextBefore,
  emptyTalk,
  isWaiting,
  saidBefore,
  talk,
  tracedTurn,
} from './talk-state.ts';

const NOW = { at: '2026-11-23T12:00:00.000Z', temporal_id: null };
const answer = (context: number) => ({ context, messages: [] }) as unknown as Answer;
const twoTurns = [
  { type: 'said', id: 1, said: null, ...NOW },
  { type: 'answered', id: 1, answer: answer(1) },
  { type: 'said', id: 2, said: { text: 'hola' }, ...NOW },
] as const;

it('goes on with what the last answer remembered, also when a turn is tried again', () => {
  let state = twoTurns.reduce(talk, emptyTalk);
  expect(contextBefore(state, 2)).toBe(1);
  expect(isWaiting(state)).toBe(true);
  state = talk(state, { type: 'failed', id: 2, error: 'x' });
  expect(isWaiting(state)).toBe(false);
  expect(contextBefore(state, 3)).toBe(1);
});

it('explains the last answer, until another one is chosen', () => {
  let state = twoTurns.reduce(talk, emptyTalk);
  expect(tracedTurn(state)?.id).toBe(1);
  state = talk(state, { type: 'answered', id: 2, answer: answer(2) });
  expect(tracedTurn(state)?.id).toBe(2);
  state = talk(state, { type: 'chosen', id: 1 });
  expect(tracedTurn(state)?.id).toBe(1);
  state = talk(state, { type: 'said', id: 3, said: { text: 'otra' }, ...NOW });
  expect(tracedTurn(state)?.id).toBe(2);
});

it('drops the late answer of a talk that was begun again', () => {
  const state = talk(twoTurns.reduce(talk, emptyTalk), { type: 'restarted' });
  expect(talk(state, { type: 'answered', id: 2, answer: answer(2) }).turns).toEqual([]);
});

it('tells what was said before a turn, and nothing of a turn that failed', () => {
  const said = (text: string) => ({ messages: [{ text, buttons: [] }] }) as unknown as Answer;
  const state = [
    { type: 'said', id: 1, said: null, ...NOW },
    { type: 'answered', id: 1, answer: said('¡Hola!') },
    { type: 'said', id: 2, said: { text: 'se cae' }, ...NOW },
    { type: 'failed', id: 2, error: 'x' },
    { type: 'said', id: 3, said: { text: '¿Abren?' }, ...NOW },
    { type: 'answered', id: 3, answer: said('Sí.') },
    { type: 'said', id: 4, said: { text: '¿Hoy?' }, ...NOW },
  ] as const;
  expect(saidBefore(state.reduce(talk, emptyTalk), 4)).toEqual([
    { from: 'bot', text: '¡Hola!' },
    { from: 'customer', text: '¿Abren?' },
    { from: 'bot', text: 'Sí.' },
  ]);
});
