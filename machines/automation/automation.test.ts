/** machines/automation/SPEC.md, rule by rule. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wallClock } from '../../contract/days.ts';
import { AUTOMATION_TIMES, CASE_STATES } from '../../contract/rules/automations.ts';
import type { CaseEvent } from './automation-machine.ts';
import { type CaseFacts, judgeCase } from './judge.ts';
import { caseAfter, isOver } from './moves.ts';
import { isQuiet, nextAllowed } from './quiet.ts';

const EVENTS: CaseEvent[] = ['come', 'send', 'defer', 'buy', 'reply', 'lapse', 'suppress', 'return'];
const HOUR = 3_600_000;

it('AUT-1: a message leaves from due, or as a further step from sent', () => {
  expect(CASE_STATES.filter((state) => caseAfter(state, 'send') !== null)).toEqual(['due', 'sent']);
});

it('AUT-2: recovered and replied follow a message of ours', () => {
  for (const state of CASE_STATES) {
    if (caseAfter(state, 'buy') === 'recovered') expect(['sent', 'recovered']).toContain(state);
    if (caseAfter(state, 'reply') === 'replied') expect(['sent', 'replied']).toContain(state);
  }
  expect(caseAfter('waiting', 'buy')).toBe('suppressed');
  expect(caseAfter('due', 'reply')).toBe('suppressed');
});

it('AUT-3: an end stays an end, over any events', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CASE_STATES), fc.array(fc.constantFrom(...EVENTS)), (from, events) => {
      let state = from;
      for (const event of events) {
        const after = caseAfter(state, event);
        if (isOver(state)) expect(after === null || after === state).toBe(true);
        if (after !== null) state = after;
      }
    }),
    { seed: 20, numRuns: 500 },
  );
});

const FACTS: CaseFacts = {
  kind: 'carro-abandonado',
  now: Date.parse('2026-11-25T15:00:00Z'),
  zone: 'America/Santiago',
  on: true,
  number: true,
  templateFault: null,
  cart: { there: true, bought: false },
  confirmed: null,
  boughtSince: null,
  changedAt: Date.parse('2026-11-25T13:30:00Z'),
  link: true,
  total: 30_000,
  minimum: 0,
  currency: 'CLP',
  address: '56911111111',
  consent: 'ok',
  attended: false,
  repliedAt: null,
  cartWrittenAt: null,
  itemsWrittenAt: null,
  lastUnasked: null,
  heldUntil: null,
  cooldownHours: 24,
  quiet: { from: '21:00', to: '09:00', sunday: true },
  emptySlot: null,
  wordsTooLate: false,
};
const judged = (more: Partial<CaseFacts>) => judgeCase({ ...FACTS, ...more });

describe('AUT-4: the first rule that says no or wait decides', () => {
  it('AUT-4: lets out what nothing speaks against, with every line ok', () => {
    const { decisions, outcome } = judged({});
    expect(outcome).toEqual({ do: 'send' });
    expect(decisions.every(({ verdict }) => verdict === 'ok')).toBe(true);
  });

  it.each([
    ['on', 'defer', { on: false }],
    ['shop', 'defer', { cart: null }],
    ['shop', 'lapse', { cart: { there: false, bought: false } }],
    ['bought', 'buy', { cart: { there: true, bought: true } }],
    ['bought', 'buy', { boughtSince: '1001' }],
    ['age', 'lapse', { changedAt: FACTS.now - AUTOMATION_TIMES.tooOld - 1 }],
    ['link', 'suppress', { link: false }],
    ['minimum', 'suppress', { minimum: 30_001 }],
    ['minimum', 'suppress', { minimum: 1, total: null }],
    ['phone', 'suppress', { address: null }],
    ['consent', 'suppress', { consent: 'missing' }],
    ['consent', 'suppress', { consent: 'blocked' }],
    ['attended', 'suppress', { attended: true }],
    ['replied', 'reply', { repliedAt: FACTS.now - 1 }],
    ['once', 'suppress', { cartWrittenAt: FACTS.now - AUTOMATION_TIMES.sameCart + 1 }],
    ['items', 'suppress', { itemsWrittenAt: FACTS.now - AUTOMATION_TIMES.sameItems + 1 }],
    ['number', 'defer', { number: false }],
    ['template', 'defer', { templateFault: 'no está aprobada' }],
    ['slots', 'suppress', { emptySlot: 'falta un dato' }],
    ['window', 'suppress', { wordsTooLate: true }],
    ['cooldown', 'defer', { lastUnasked: FACTS.now - 24 * HOUR + 1 }],
    [
      'quiet',
      'defer',
      { now: Date.parse('2026-11-26T01:00:00Z'), changedAt: Date.parse('2026-11-26T00:00:00Z') },
    ],
  ] as const)('%s: %s', (rule, what, more) => {
    const { decisions, outcome } = judged(more as Partial<CaseFacts>);
    expect(outcome).toMatchObject({ do: what, rule });
    expect(decisions.at(-1)).toMatchObject({ rule, verdict: what === 'defer' ? 'wait' : 'no' });
    expect(decisions.slice(0, -1).every(({ verdict }) => verdict === 'ok')).toBe(true);
  });

  it('says amounts as people read them, with their currency', () => {
    const said = (more: Partial<CaseFacts>) =>
      judged(more).decisions.find(({ rule }) => rule === 'minimum')?.value;
    expect(said({})).toBe('$ 30.000, sin mínimo');
    expect(said({ minimum: 30_001 })).toBe('$ 30.000, mínimo $ 30.001');
    expect(said({ currency: 'USD', minimum: 5000 })).toBe('USD 300,00, mínimo USD 50,00');
    expect(said({ currency: '' })).toBe('$ 30.000, sin mínimo');
    expect(said({ total: null })).toBe('sin total');
  });

  it('of a cart that a page claims it says who confirms it', () => {
    const { decisions, outcome } = judged({ confirmed: 'identity' });
    expect(outcome).toEqual({ do: 'send' });
    expect(decisions).toContainEqual({
      rule: 'confirmed',
      value: 'quien lo dejó conversa desde su WhatsApp',
      verdict: 'ok',
    });
    expect(judged({}).decisions.map(({ rule }) => rule)).not.toContain('confirmed');
  });

  it('of a parcel neither purchase nor link nor answer is asked', () => {
    const parcel = {
      kind: 'seguimiento-pedidos',
      link: false,
      repliedAt: FACTS.now,
      boughtSince: '7',
    } as const;
    expect(judged(parcel).outcome).toEqual({ do: 'send' });
    expect(judged(parcel).decisions.map(({ rule }) => rule)).not.toContain('bought');
    expect(judged({ ...parcel, consent: 'denied' }).outcome).toMatchObject({
      do: 'suppress',
      rule: 'consent',
    });
  });

  it('what is over by a hair is let: cool-down, the same things, the same cart', () => {
    expect(
      judged({
        lastUnasked: FACTS.now - 24 * HOUR,
        itemsWrittenAt: FACTS.now - AUTOMATION_TIMES.sameItems,
        cartWrittenAt: FACTS.now - AUTOMATION_TIMES.sameCart,
      }).outcome,
    ).toEqual({ do: 'send' });
  });
});

describe('AUT-5: quiet hours by the clock on the wall', () => {
  const clock = fc
    .integer({ min: 0, max: 23 * 60 + 59 })
    .map((minutes) =>
      [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':'),
    );
  const quiet = fc.record({ from: clock, to: clock, sunday: fc.boolean() });
  // Days of 23 and 25 hours of Chile lie in it, and others of zones with half hours.
  const at = fc.oneof(
    fc.integer({ min: Date.parse('2026-09-05T00:00:00Z'), max: Date.parse('2026-09-08T00:00:00Z') }),
    fc.integer({ min: Date.parse('2027-04-02T00:00:00Z'), max: Date.parse('2027-04-06T00:00:00Z') }),
    fc.integer({ min: Date.parse('2026-01-01T00:00:00Z'), max: Date.parse('2027-12-31T00:00:00Z') }),
  );
  const zone = fc.constantFrom('America/Santiago', 'America/Lima', 'Europe/Madrid', 'Australia/Lord_Howe');

  it('what is put off is let when it comes, and nothing was let before', () => {
    fc.assert(
      fc.property(at, quiet, zone, (now, hours, where) => {
        const next = nextAllowed(now, hours, where);
        expect(next).toBeGreaterThanOrEqual(now);
        expect(isQuiet(next, hours, where)).toBe(false);
        // Every quarter of an hour between was quiet.
        for (let between = now; between < next - 60_000; between += 15 * 60_000)
          expect(isQuiet(between, hours, where), new Date(between).toISOString()).toBe(true);
        expect(next - now).toBeLessThanOrEqual(50 * HOUR);
      }),
      {
        numRuns: 300,
        // The minute at which the night ends is skipped by the clock; it is shown twice, and the first time has passed.
        examples: [
          [
            Date.parse('2026-09-05T13:30:00Z'),
            { from: '01:01', to: '00:01', sunday: false },
            'America/Santiago',
          ],
          [
            Date.parse('2027-04-04T03:30:00Z'),
            { from: '20:00', to: '23:45', sunday: false },
            'America/Santiago',
          ],
        ],
      },
    );
  });

  it('a Sunday that is quiet ends with it; a night that a change of the clock shortens ends at nine', () => {
    const hours = { from: '21:00', to: '09:00', sunday: true };
    // Sunday 6 September 2026 has 23 hours in Chile.
    const next = nextAllowed(Date.parse('2026-09-06T02:00:00Z'), hours, 'America/Santiago');
    expect(new Date(wallClock(next, 'America/Santiago')).toISOString()).toBe('2026-09-07T09:00:00.000Z');
    const week = nextAllowed(Date.parse('2026-09-08T01:00:00Z'), hours, 'America/Santiago');
    expect(new Date(wallClock(week, 'America/Santiago')).toISOString()).toBe('2026-09-08T09:00:00.000Z');
  });
});
