import fc from 'fast-check';
import { expect, it } from 'vitest';
import { factsOf, SILENT } from './facts.ts';
import type { History, Move, Said } from './history.ts';

const MINUTE = 60_000;
let ids = 0;
const id = () => `i${String(++ids).padStart(6, '0')}`;
const moved = (
  minute: number,
  event: string,
  [from_state, to_state]: [Move['from_state'], Move['to_state']],
  [from_agent, to_agent]: [number | null, number | null] = [null, null],
): Move => ({ id: id(), at: minute * MINUTE, event, from_state, to_state, from_agent, to_agent });
const said = (minute: number, by: Said['by'], agent_id: number | null = null): Said => ({
  id: id(),
  at: minute * MINUTE,
  by,
  agent_id,
  node: null,
  subject: null,
});
const history = (moves: Move[], words: Said[], rest: Partial<History> = {}): History => ({
  created_at: 0,
  state: 'active',
  agent_id: null,
  returning: false,
  rating: null,
  moves,
  said: words,
  missed: [],
  promised: [],
  owed_since: null,
  ...rest,
});
const found = (of: History, key: string) =>
  factsOf(of)
    .filter((fact) => fact.key === key)
    .map(({ at, since, agent_id }) => [at / MINUTE, since === null ? null : since / MINUTE, agent_id]);

const attended = () =>
  history(
    [
      moved(2, 'handoff', ['active', 'pending']),
      moved(5, 'take', ['pending', 'taken'], [null, 7]),
      moved(20, 'derive', ['taken', 'taken'], [7, 8]),
      moved(40, 'close', ['taken', 'closed'], [8, 8]),
    ],
    [
      said(0, 'Cliente'),
      said(1, 'bot'),
      said(2, 'Cliente'),
      said(6, 'agent', 7),
      said(8, 'Cliente'),
      said(9, 'Cliente'),
      said(12, 'agent', 7),
      said(19, 'Cliente'),
      said(25, 'agent', 8),
    ],
    { state: 'closed', agent_id: 8, rating: { stars: 4, at: 45 * MINUTE } },
  );

it('FACT-1 a first response lasts from going to a person to their first message', () => {
  expect(found(attended(), 'first_response')).toEqual([[6, 2, 7]]);
  const reopened = history(
    [
      moved(1, 'handoff', ['active', 'pending']),
      moved(2, 'take', ['pending', 'taken'], [null, 7]),
      moved(4, 'close', ['taken', 'closed'], [7, 7]),
      moved(10, 'reopen', ['closed', 'taken'], [7, 8]),
    ],
    [said(0, 'Cliente'), said(3, 'agent', 7), said(12, 'Cliente'), said(15, 'agent', 8)],
  );
  expect(found(reopened, 'first_response')).toEqual([
    [3, 1, 7],
    [15, 12, 8],
  ]);
  const ours = history(
    [moved(0, 'take', [null, 'taken'], [null, 7])],
    [said(0, 'agent', 7), said(3, 'Cliente')],
  );
  expect(found(ours, 'first_response')).toEqual([]);
});

it('FACT-2 what ends without a word of a person is counted apart', () => {
  const given = history(
    [moved(1, 'handoff', ['active', 'pending']), moved(9, 'close', ['pending', 'closed'])],
    [said(0, 'Cliente')],
  );
  expect(found(given, 'not_answered')).toEqual([[9, 1, null]]);
  expect(found(given, 'first_response')).toEqual([]);
  expect(found(attended(), 'not_answered')).toEqual([]);
});

it('FACT-3 messages in a row are one wait, of whoever had it when it ended', () => {
  expect(found(attended(), 'wait')).toEqual([
    [12, 8, 7],
    [25, 19, 8],
  ]);
});

it('FACT-4 what the bot had ends once: handed over, closed, or silent for a day', () => {
  expect(found(attended(), 'handed_over')).toEqual([[2, null, null]]);
  expect(found(attended(), 'contained')).toEqual([]);
  const closed = history(
    [moved(5, 'timer_close', ['active', 'closed'])],
    [said(0, 'Cliente'), said(0, 'bot')],
  );
  expect(found(closed, 'contained')).toEqual([[5, null, null]]);
  const day = SILENT / MINUTE;
  const silent = history(
    [moved(day + 60, 'handoff', ['active', 'pending'])],
    [said(0, 'Cliente'), said(1, 'bot')],
  );
  expect(found(silent, 'contained')).toEqual([[day + 1, null, null]]);
  expect(found(silent, 'handed_over')).toEqual([]);
  const again = history([], [said(0, 'Cliente'), said(day + 5, 'Cliente')]);
  expect(found(again, 'contained')).toEqual([
    [day, null, null],
    [2 * day + 5, null, null],
  ]);
  expect(found(history([], [said(0, 'bot')]), 'contained')).toEqual([]);
});

it('FACT-5 what is reopened has a second resolution; its rating is of whoever closed it', () => {
  const all = attended();
  expect(found(all, 'resolution')).toEqual([[40, 2, 8]]);
  expect(found(all, 'derived')).toEqual([[20, null, 7]]);
  expect(found(all, 'agent_load')).toEqual([
    [5, null, 7],
    [20, null, 8],
  ]);
  expect(factsOf(all).find(({ key }) => key === 'satisfaction')).toMatchObject({ stars: 4, agent_id: 8 });
  const again = {
    ...all,
    moves: [
      ...all.moves,
      moved(60, 'reopen', ['closed', 'taken'], [8, 9]),
      moved(70, 'close', ['taken', 'closed'], [9, 9]),
    ],
  };
  expect(found(again, 'resolution')).toEqual([
    [40, 2, 8],
    [70, 60, 9],
  ]);
  expect(found(again, 'reopened')).toEqual([[60, null, 9]]);
  const rated = factsOf(again).filter(({ key }) => key === 'rating_rate');
  expect(rated.map(({ counts }) => counts)).toEqual([true, false]);
});

it('FACT-6 facts do not depend on the order in which the history is given', () => {
  const all = attended();
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...all.moves], { minLength: all.moves.length }),
      fc.shuffledSubarray([...all.said], { minLength: all.said.length }),
      (moves, words) => {
        expect(factsOf({ ...all, moves, said: words })).toEqual(factsOf(all));
      },
    ),
  );
});

it('FACT-7 what the bot had is of the interaction by which it answered last, and of the last subject', () => {
  const answer = (minute: number, node: string, subject: string): Said => ({
    ...said(minute, 'bot'),
    node,
    subject,
  });
  const of = (all: History) =>
    factsOf(all)
      .filter(({ key }) => key === 'contained' || key === 'handed_over' || key === 'unanswered')
      .map(({ key, at, node, subject }) => [key, at / MINUTE, node, subject]);
  const talk = [
    said(0, 'Cliente'),
    answer(0, 'v:none', 'v:none'),
    said(1, 'Cliente'),
    answer(1, 'n:horas', 's:tienda'),
    said(2, 'Cliente'),
    answer(2, 'v:none', 'v:none'),
    said(3, 'Cliente'),
    answer(3, 'n:persona', 'v:person'),
  ];
  expect(
    of(history([moved(3, 'handoff', ['active', 'pending'])], talk, { missed: [0, 2 * MINUTE] })),
  ).toEqual([
    ['handed_over', 3, 'n:persona', 's:tienda'],
    ['unanswered', 0, 'v:none', 'v:none'],
    ['unanswered', 2, 'n:horas', 's:tienda'],
  ]);
  expect(of(history([], talk.slice(0, 4)))).toEqual([
    ['contained', SILENT / MINUTE + 1, 'n:horas', 's:tienda'],
  ]);
  // What fell silent is over: the next question is about nothing yet.
  const later = SILENT / MINUTE + 10;
  const again = [...talk.slice(0, 4), said(later, 'Cliente'), said(later, 'bot')];
  expect(of(history([], again, { missed: [later * MINUTE] })).slice(1)).toEqual([
    ['unanswered', later, null, null],
    ['contained', later + SILENT / MINUTE, null, null],
  ]);
});

it('FACT-8 what a campaign wrote is no conversation until somebody takes it up', () => {
  const sent = moved(0, 'created', [null, 'closed']);
  const alone = history([sent], [said(0, 'bot')], { state: 'closed' });
  expect(factsOf(alone)).toEqual([]);
  const taken = history([sent, moved(30, 'reopen', ['closed', 'taken'], [null, 7])], [said(0, 'bot')], {
    state: 'taken',
    agent_id: 7,
  });
  expect(found(taken, 'conversations')).toEqual([[30, null, 7]]);
  expect(found(taken, 'leads_new')).toEqual([[30, null, 7]]);
});

it('INB-113 a join ends nothing: what had begun rests, and is counted once when it goes on', () => {
  const moves = [moved(2, 'handoff', ['active', 'pending']), moved(5, 'join', ['pending', 'closed'])];
  const joined = history(moves, [said(0, 'Cliente'), said(2, 'Cliente')], { state: 'closed' });
  expect(
    factsOf(joined)
      .map(({ key }) => key)
      .sort(),
  ).toEqual(['conversations', 'handed_over', 'leads_new']);
  const on = history(
    [
      ...moves,
      moved(9, 'separate', ['closed', 'pending']),
      moved(10, 'take', ['pending', 'taken'], [null, 7]),
      moved(20, 'close', ['taken', 'closed'], [7, 7]),
    ],
    [said(0, 'Cliente'), said(2, 'Cliente'), said(11, 'agent', 7)],
    { state: 'closed', agent_id: 7 },
  );
  expect(found(on, 'first_response')).toEqual([[11, 2, 7]]);
  expect(found(on, 'resolution')).toEqual([[20, 2, 7]]);
  expect(found(on, 'handed_over')).toHaveLength(1);
  expect(found(on, 'reopened')).toEqual([]);
  // With the bot it does not fall silent while it is joined.
  const withBot = history([moved(5, 'join', ['active', 'closed'])], [said(0, 'Cliente')], {
    state: 'closed',
  });
  expect(found(withBot, 'contained')).toEqual([]);
});
