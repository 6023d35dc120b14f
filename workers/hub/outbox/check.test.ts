/** Before it leaves: a conversation given to a team (server/routing/SPEC.md), a file that its channel does not take. */
import { expect, it } from 'vitest';
import type { ConversationChange } from '../../../contract/calls/conversations.ts';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import type { OutboxEntry } from '../surface/outbox-entry.ts';
import { checkEntry, isSo } from './check.ts';

const ANA = 2;
const card = (change: Partial<Conversation>) =>
  ({ state: 'pending', agent_id: null, agent_name: null, category: null, ...change }) as Conversation;
const toSupport = (seen: { state: 'pending' | 'taken'; agent_id: number | null }): ConversationChange => ({
  team: 'soporte',
  seen,
  reason: null,
});
const WAITING = { state: 'pending', agent_id: null } as const;

it('ROUTE-10 is done where it went to somebody of the team, or left its agent for it', () => {
  const given = card({ state: 'taken', agent_id: 3, category: 'soporte' });
  expect(isSo(given, toSupport(WAITING))).toBe(true);
  expect(isSo(card({ category: 'soporte' }), toSupport({ state: 'taken', agent_id: ANA }))).toBe(true);
  // As it was: nothing has happened yet.
  expect(isSo(card({}), toSupport(WAITING))).toBe(false);
  expect(isSo(card({ category: 'soporte' }), toSupport(WAITING))).toBe(false);
  // Somebody of another area took it.
  expect(isSo(card({ state: 'taken', agent_id: 3, category: 'ventas' }), toSupport(WAITING))).toBe(false);
});

it('ROUTE-10 does not leave where somebody took it meanwhile', () => {
  const command = { kind: 'change', change: toSupport(WAITING), seen: WAITING } as const;
  const entry = { command } as unknown as OutboxEntry;
  const check = (known: Conversation) => checkEntry(entry, { card: known, messages: [] }, ANA, 0);
  expect(check(card({}))).toEqual({ go: true });
  const taken = card({ state: 'taken', agent_id: 3, agent_name: 'Bruno' });
  expect(check(taken)).toMatchObject({
    go: false,
    state: 'refused',
    reason: expect.stringContaining('Bruno'),
  });
});

it('INB-146 a file that its channel does not take stays here, with the reason; a note takes it', () => {
  const files = [{ id: 'f', name: 'dibujo.gif', type: 'image/gif', size: 9 }];
  const check = (channel: Conversation['channel'], note: boolean) => {
    const entry = { command: { kind: 'message', note, files, last_seen: null } } as unknown as OutboxEntry;
    const NOW = new Date(0).toISOString();
    const known = card({ state: 'taken', agent_id: ANA, channel, last_customer_message_at: NOW });
    return checkEntry(entry, { card: known, messages: [] }, ANA, 0);
  };
  expect(check('web', false)).toEqual({ go: true });
  expect(check('messenger', false)).toEqual({ go: true });
  expect(check('whatsapp', true)).toEqual({ go: true });
  expect(check('whatsapp', false)).toMatchObject({
    go: false,
    state: 'refused',
    reason: expect.stringContaining('«dibujo.gif»'),
  });
});
