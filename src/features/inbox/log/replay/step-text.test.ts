import { expect, it } from 'vitest';
import type { SessionRecord } from '../../../../../contract/calls/conversations.ts';
import { spanText, stepPlace, stepText, stepWhy } from './step-text.ts';

const visitor = { kind: 'visitor', name: 'Rosa' };
const system = { kind: 'system', name: null };
const step = (change: Partial<SessionRecord>): SessionRecord => ({
  _id: 's1',
  conversation_id: 'c1',
  event: 'take',
  from_state: 'pending',
  to_state: 'taken',
  from_agent: null,
  to_agent: { id: 2, name: 'Ana' },
  actor: { kind: 'agent', name: 'Ana' },
  reason: null,
  at: '2026-11-21T09:00:00.000Z',
  ...change,
});
const bruno = { id: 3, name: 'Bruno' };

it.each<[Partial<SessionRecord>, string]>([
  [
    { event: 'created', from_state: null, to_state: 'active', actor: visitor },
    'El cliente inició la conversación',
  ],
  [{ event: 'created', from_state: null }, 'Ana inició la conversación'],
  [
    { event: 'began_elsewhere', from_state: null, to_state: 'active', actor: visitor },
    'El cliente inició la conversación',
  ],
  [{ event: 'handoff', to_state: 'pending', actor: visitor }, 'El cliente pidió hablar con una persona'],
  [{ event: 'handoff', to_state: 'pending' }, 'Ana la dejó en Pendientes'],
  [{ event: 'join', to_state: 'closed' }, 'Ana la unió a otra del cliente'],
  [{ event: 'separate', from_state: 'closed' }, 'Ana la separó: volvió a donde estaba'],
  [{ event: 'joined_here', from_state: 'taken' }, 'Ana unió aquí otra conversación del cliente'],
  [{ event: 'separated_here', from_state: 'taken' }, 'Ana separó una conversación que estaba unida aquí'],
  [{ event: 'handoff_assigned', actor: visitor }, 'El cliente pidió hablar con una persona: se asignó a Ana'],
  [
    { event: 'handoff_assigned', from_state: 'inactive', actor: visitor },
    'El cliente volvió a escribir: se asignó a Ana',
  ],
  [
    { event: 'handoff_assigned', from_state: 'pending', actor: system },
    'Esperaba en Pendientes: se asignó a Ana',
  ],
  [{ event: 'team', to_state: 'pending' }, 'Ana la dejó esperando a un equipo'],
  [{}, 'Ana la tomó'],
  [{ event: 'assign', to_agent: bruno }, 'Ana la asignó a Bruno'],
  [{ event: 'derive', from_agent: { id: 2, name: 'Ana' }, to_agent: bruno }, 'Ana la derivó a Bruno'],
  [
    {
      event: 'derive',
      actor: { kind: 'agent', name: 'Jefa' },
      from_agent: { id: 2, name: 'Ana' },
      to_agent: bruno,
    },
    'Jefa la pasó de Ana a Bruno',
  ],
  [
    {
      event: 'derive',
      actor: { kind: 'agent', name: 'Jefa' },
      from_agent: { id: 2, name: 'Ana' },
      to_agent: { id: 9, name: 'Jefa' },
    },
    'Jefa tomó el control: la tenía Ana',
  ],
  [{ event: 'release', to_state: 'pending' }, 'Ana la liberó: volvió a Pendientes'],
  [{ event: 'return_to_bot', to_state: 'active' }, 'Ana la devolvió al bot'],
  [{ event: 'timer_inactive', to_state: 'inactive', actor: system }, 'Quedó inactiva por tiempo'],
  [{ event: 'customer_wrote', from_state: 'inactive' }, 'El cliente volvió a escribir: siguió con Ana'],
  [{ event: 'customer_wrote', to_state: 'pending' }, 'El cliente volvió a escribir: volvió a Pendientes'],
  [{ event: 'timer_close', to_state: 'closed', actor: system }, 'Terminó por tiempo'],
  [{ event: 'disconnect', to_state: 'closed', actor: system }, 'El cliente dejó la conversación'],
  [{ event: 'unarchive', to_state: 'closed' }, 'Ana la sacó del archivo'],
  [{ event: 'reopen', from_state: 'closed', to_state: 'taken' }, 'Ana la reabrió'],
  // A command of a later build.
  [{ event: 'something_new', to_state: 'archived' }, 'Ana la archivó'],
  [{ actor: { kind: 'agent', name: 'A\u202Ena' } }, 'Ana la tomó'],
])('%o reads as %s', (change, text) => {
  expect(stepText(step(change))).toBe(text);
});

it('says why, where the rules decided', () => {
  expect(stepWhy(step({ event: 'timer_close', to_state: 'closed' }))).toMatch(/plazo/);
  expect(stepWhy(step({ event: 'handoff_assigned' }))).toMatch(/asignación automática/);
  expect(stepWhy(step({}))).toBeNull();
});

it('says where it stood then, and for how long', () => {
  expect(stepPlace(step({}), 'Charla')).toBe('Tomadas · Ana');
  expect(stepPlace(step({ to_state: 'active' }), 'Charla')).toBe('Charla IA');
  const after = (seconds: number) =>
    spanText('2026-11-21T09:00:00.000Z', new Date(Date.UTC(2026, 10, 21, 9) + seconds * 1_000).toISOString());
  expect([40, 720, 3_900, 183_600].map(after)).toEqual(['40 s', '12 min', '1 h 05', '2 d 3 h']);
});
