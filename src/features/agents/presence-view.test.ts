import { describe, expect, it } from 'vitest';
import type { Absence } from '../../../contract/entities/absence.ts';
import type { AgentSummary } from '../../../contract/entities/agent.ts';
import type { AgentPresence } from '../../../contract/entities/agent-presence.ts';
import { type Around, chosenRows, EVERYBODY, lastSeenText, standingOf } from './presence-view.ts';

const NOW = Date.parse('2026-11-27T15:00:00.000Z');
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();
const row = (id: number): AgentSummary => ({
  id,
  relation_id: id * 10,
  name: `Persona ${id}`,
  email: `p${id}@charla.test`,
  image: null,
  category: [],
  role: { id: 3, name: 'agente', base: 'agente' },
  last_activity: at(-id * 60),
  last_intervention: 'sin conversaciones',
  quantity_conversations: 4,
  califications: 0,
});
const present = (user_id: number, part: Partial<AgentPresence> = {}): AgentPresence => ({
  user_id,
  status: 'active',
  since: at(-5),
  devices: [],
  last_seen_at: at(-user_id * 60),
  ...part,
});
const away = (user_id: number, from: number, to: number): Absence => ({
  id: `a${user_id}`,
  bot_id: 64,
  user_id,
  name: 'x',
  from: at(from),
  to: at(to),
  reason: null,
  note: null,
  revision: 0,
  may_change: false,
});
const around: Around = {
  presence: [
    present(1, { devices: ['computer', 'phone'], last_seen_at: null }),
    present(2),
    present(3, { status: 'absent', devices: ['phone'], last_seen_at: null }),
    present(4, { status: 'inactive', last_seen_at: null }),
  ],
  absences: [away(2, -60, 60), away(3, 60, 120)],
  zone: 'America/Santiago',
  skills: (id) => (id === 3 ? ['Inglés'] : []),
  now: NOW,
};
const rows = [row(1), row(2), row(3), row(4)];
const chosen = (part: Partial<typeof EVERYBODY>) =>
  chosenRows(rows, { ...EVERYBODY, ...part }, around).map(({ id }) => id);

describe('a standing', () => {
  it('says status and connection apart, and that who chose Conectado is not there', () => {
    expect(standingOf(1, around)).toEqual({
      dot: 'active',
      status: 'Conectado hace 5 min',
      presence: 'En línea en computador y celular',
      absence: null,
    });
    expect(standingOf(2, around)).toMatchObject({ dot: 'inactive', status: 'Sin conexión' });
    expect(standingOf(3, around)).toMatchObject({ dot: 'absent', presence: 'En línea en celular' });
    expect(standingOf(4, around)).toMatchObject({ dot: 'inactive', presence: 'Aún no ha entrado' });
    expect(standingOf(9, around)).toBeNull();
  });
  it('tells of an absence while it holds alone, by the clock of the bot', () => {
    expect(standingOf(2, around)?.absence).toBe('Ausencia planificada hasta el 27/11/2026 13:00');
    expect(standingOf(3, around)?.absence).toBeNull();
    expect(standingOf(2, { ...around, now: NOW + 3_600_000 })?.absence).toBeNull();
  });
  it('says now of who is connected, and until it is known what the summary says', () => {
    expect(lastSeenText(row(1), around)).toBe('Ahora');
    expect(lastSeenText(row(4), around)).toBe('–');
    expect(lastSeenText(row(4), { ...around, presence: undefined })).not.toBe('–');
  });
});

it('PEOPLE-8 shows who was chosen, in the order that was chosen', () => {
  expect(chosen({})).toEqual([1, 2, 3, 4]);
  expect(chosen({ shown: 'online' })).toEqual([1, 3]);
  expect(chosen({ shown: 'offline' })).toEqual([2, 4]);
  expect(chosen({ shown: 'away' })).toEqual([2]);
  expect(chosen({ skill: 'Inglés' })).toEqual([3]);
  expect(chosen({ order: 'status' })).toEqual([1, 3, 2, 4]);
  expect(chosen({ order: 'seen' })).toEqual([1, 3, 2, 4]);
});
