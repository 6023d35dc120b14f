import { expect, it } from 'vitest';
import type { SessionRecord } from '../../../contract/calls/conversations.ts';
import { stepText } from './step-text.ts';

const step = (change: Partial<SessionRecord>): SessionRecord => ({
  _id: 's1',
  conversation_id: 'c1',
  event: 'UPDATE_CONVERSATION_CARD',
  from_state: 'pending',
  to_state: 'taken',
  from_agent: null,
  to_agent: { id: 2, name: 'Ana' },
  actor: { kind: 'agent', name: 'Ana' },
  reason: null,
  at: '2026-11-21T09:00:00.000Z',
  ...change,
});

it.each<[Partial<SessionRecord>, string]>([
  [
    { from_state: null, to_state: 'active', actor: { kind: 'visitor', name: null } },
    'El cliente inició la conversación',
  ],
  [
    { from_state: 'active', to_state: 'pending', actor: { kind: 'visitor', name: null } },
    'El cliente pidió hablar con una persona',
  ],
  [{}, 'Ana la tomó'],
  [{ from_state: 'taken', to_agent: { id: 3, name: 'Bruno' } }, 'Ana la derivó a Bruno'],
  [{ actor: { kind: 'system', name: null } }, 'La asignación automática la asignó a Ana'],
  [{ from_state: 'taken', to_state: 'pending' }, 'Ana la liberó: volvió a Pendientes'],
  [{ from_state: 'taken', to_state: 'active' }, 'Ana la devolvió al bot'],
  [{ to_state: 'inactive', actor: { kind: 'system', name: null } }, 'Quedó inactiva por falta de respuesta'],
  [{ from_state: 'taken', to_state: 'closed' }, 'Ana la cerró'],
  [{ from_state: 'archived', to_state: 'closed' }, 'Ana la desarchivó'],
])('%o is told as %s', (change, text) => {
  expect(stepText(step(change), 'Charla')).toBe(text);
});
