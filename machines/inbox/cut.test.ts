import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../contract/entities/user.ts';
import { type EventData, type NamedEvent, parseFrame } from '../../contract/realtime/events.ts';
import { asCut, cutEvent, cutOf, type Sighting, sightingsOf } from './cut.ts';
import { ADMIN, ANA, BRUNO, card, event, message, minute, moved } from './testing/samples.ts';

const open = card('a', { category: 'ventas' });
const foreign = card('a', { category: 'ventas', state: 'taken', agent_id: BRUNO });
const own = card('a', { category: 'ventas', state: 'taken', agent_id: ANA.user_id });
const last = { last_state: 'taken', last_agent_id: ANA.user_id, last_category: 'ventas' } as const;
const derived: EventData<'DERIVE_CONVERSATION'> = {
  conversation: foreign,
  ...last,
  from_agent: { id: 11, name: 'Ana' },
  to_agent: { id: BRUNO, name: 'Bruno' },
  reason: 'Rosa pide a alguien de soporte',
  by_admin: false,
};

/** What a viewer receives of an event. */
const received = (viewer: Viewer, told: NamedEvent, before: Sighting, after: Sighting, seenNow?: boolean) =>
  asCut(told, cutOf(viewer, before, after, seenNow));

describe('the cut', () => {
  it('CUT-1 follows the table of sight', () => {
    const taken = moved(1, foreign, open, 'OLD_COUNTERS_WHEN_TAKEN');
    expect(received(ADMIN, taken, open, foreign)).toBe(taken);
    const cut = received(ANA, taken, open, foreign);
    expect(cut).toMatchObject({ seq: 1, data: { last_state: 'active' } });
    expect(cut === 'redacted' ? null : 'conversation' in cut.data && cut.data.conversation).toEqual({
      id: 'a',
      bot_id: 64,
      state: 'taken',
      channel: 'web',
      category: 'ventas',
      agent_id: BRUNO,
    });
    const closed = { ...foreign, state: 'closed' as const };
    expect(received(ANA, moved(2, closed, foreign), foreign, closed)).toBe('redacted');
    const released = moved(3, open, foreign);
    expect(received(ANA, released, foreign, open)).toBe(released);
    const born = event(4, 'NEW_CONVERSATION', { conversation: card('s', { category: 'soporte' }) });
    expect(received(ANA, born, null, card('s', { category: 'soporte' }))).toBe('redacted');
    const status = event(5, 'AGENT_STATUS', { agent_id: BRUNO, status: 'active', since: minute(1) });
    expect(received(ANA, status, 'everyone', 'everyone')).toBe(status);
    for (const told of [taken, released, born, status]) {
      const sides = sightingsOf(told);
      expect(sides && received(ADMIN, told, sides.before, sides.after)).toBe(told);
    }
    expect(sightingsOf(taken)).toEqual({
      before: { state: 'active', agent_id: null, category: 'ventas' },
      after: foreign,
    });
  });

  it('CUT-2 leaves no text, reason or client', () => {
    const frames: NamedEvent[] = [
      event(1, 'NEW_CONVERSATION', { conversation: open }),
      event(2, 'NEW_MESSAGE', { conversation: open, message: message(1) }),
      event(3, 'DERIVE_CONVERSATION', derived),
      event(4, 'PUSH_PENDING_CONVERSATION', { conversation: open, ...last, auto_assigned: false }),
      event(5, 'NEW_MESSAGE_STATUS', {
        conversation_id: 'a',
        mid: 'm1',
        message_status: 'failed',
        reason: 'Hola',
      }),
      event(6, 'SEND_TEMPLATE_MUTATION', { conversation_id: 'a', template: 'Hola', status: 'sent' }),
      moved(7, own, open),
    ];
    for (const frame of frames) {
      // Seen then, taken away since: replay.
      const replayed = received(ANA, frame, own, own, false);
      expect(JSON.stringify(replayed)).not.toMatch(/Rosa|Hola|Texto|lead/);
      expect(received(ANA, frame, own, own, true)).toBe(frame);
    }
    expect(cutEvent(event(3, 'DERIVE_CONVERSATION', derived))).toMatchObject({
      data: { to_agent: { name: 'Bruno' }, last_agent_id: 11 },
    });
  });

  it('CUT-3 stays what it is on the wire', () => {
    for (const frame of [
      event(1, 'NEW_CONVERSATION', { conversation: open }),
      event(2, 'NEW_MESSAGE', { conversation: open, message: message(1) }),
      event(3, 'DERIVE_CONVERSATION', derived),
      moved(7, own, open, 'INACTIVE_CONVERSATION'),
    ]) {
      const cut = cutEvent(frame);
      if (cut === 'redacted') throw new Error('holds a card');
      const { name, ...envelope } = cut;
      expect(parseFrame(name, envelope)).toEqual(cut);
    }
  });
});
