import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attempted,
  type EntryContext,
  type EntryEvent,
  type EntryState,
  entryMachine,
  stepEntry,
  untouched,
  type Verdict,
} from './entry-machine.ts';

const TYPES = [
  'STORED',
  'LEAVE',
  'UPLOADED',
  'ANSWERED',
  'UNANSWERED',
  'UPLOADS_GONE',
  'OVERTAKEN',
  'REFUSED',
  'STOPPED',
  'TAKE_BACK',
  'TAKE_OUT',
  'RETRY',
  'DISCARD',
  'SHOWN',
] as const satisfies EntryEvent['type'][];
type Type = (typeof TYPES)[number];
const STATES: EntryState[] = [
  'saving',
  'waiting',
  'uploading',
  'posting',
  'sent',
  'asking',
  'refused',
  'gone',
];

function event(type: Type, verdict: Verdict = 'go', so = false, files = false): EntryEvent {
  switch (type) {
    case 'LEAVE':
      return { type, verdict, files, fresh: false };
    case 'UPLOADED':
      return { type, verdict };
    case 'UPLOADS_GONE':
    case 'OVERTAKEN':
    case 'REFUSED':
      return { type, so };
    default:
      return { type };
  }
}
const answer = (state: EntryState, context: EntryContext, happened: EntryEvent) => {
  const after = stepEntry(state, context, happened);
  return [after.state, ...after.actions.map(({ type }) => type)];
};

type Answer = [EntryState, ...string[]];
const forgotten: Answer = ['gone', 'nextSoon', 'forget'];
const handedBack: Answer = ['gone', 'dropFollowers', 'handBack', 'next'];
const discarded: Answer = ['gone', 'dropFollowers', 'forget'];
const asked: Answer = ['asking', 'settle', 'nextSoon'];
const refused: Answer = ['refused', 'settle', 'tellRefused', 'nextSoon'];
const changeRefused: Answer = ['gone', 'tellRefused', 'nextSoon', 'forget'];
const again: Answer = ['waiting', 'retryLater', 'show'];
/** What each state makes of each event where nothing was attempted before; the rest is ignored. */
const MESSAGE: Record<EntryState, Partial<Record<Type, Answer>>> = {
  saving: { STORED: ['waiting', 'show', 'next'], TAKE_BACK: forgotten, SHOWN: forgotten },
  waiting: {
    LEAVE: ['posting', 'show', 'post'],
    TAKE_BACK: forgotten,
    TAKE_OUT: handedBack,
    RETRY: ['waiting', 'hurry', 'next'],
    DISCARD: discarded,
    SHOWN: forgotten,
  },
  uploading: {
    UPLOADED: ['posting', 'post'],
    UNANSWERED: again,
    UPLOADS_GONE: ['waiting', 'storeWithoutUploads'],
    OVERTAKEN: asked,
    REFUSED: refused,
    STOPPED: ['waiting', 'store'],
    TAKE_OUT: handedBack,
    SHOWN: forgotten,
  },
  posting: {
    ANSWERED: ['sent', 'awaitEcho'],
    UNANSWERED: again,
    UPLOADS_GONE: ['waiting', 'storeWithoutUploads'],
    OVERTAKEN: asked,
    REFUSED: refused,
    STOPPED: ['waiting', 'store'],
    SHOWN: forgotten,
  },
  sent: { SHOWN: forgotten },
  asking: {
    TAKE_BACK: forgotten,
    TAKE_OUT: handedBack,
    RETRY: ['waiting', 'renew', 'next'],
    DISCARD: discarded,
    SHOWN: forgotten,
  },
  refused: {
    TAKE_BACK: forgotten,
    TAKE_OUT: handedBack,
    RETRY: ['waiting', 'renew', 'next'],
    DISCARD: discarded,
    SHOWN: forgotten,
  },
  gone: {},
};
/** Where a change goes another way; null: ignored. */
const CHANGE: Partial<Record<EntryState, Partial<Record<Type, Answer | null>>>> = {
  waiting: { TAKE_OUT: null },
  uploading: { OVERTAKEN: forgotten, REFUSED: changeRefused, TAKE_OUT: null },
  posting: { OVERTAKEN: forgotten, REFUSED: changeRefused },
  asking: { TAKE_OUT: null },
  refused: { TAKE_OUT: null },
};
/** The context in which a state is met first. */
const contextIn = (state: EntryState, kind: EntryContext['kind']): EntryContext => ({
  ...untouched(kind),
  begun: ['uploading', 'posting', 'sent'].includes(state),
  posted: state === 'posting' || state === 'sent',
});

describe('an entry of the outbox', () => {
  it('ENTRY-1 has these states and events', () => {
    const { states = {} } = entryMachine.config;
    expect(Object.keys(states).sort()).toEqual([...STATES].sort());
    for (const state of STATES) {
      expect(Object.keys(states[state]?.on ?? {}).sort()).toEqual([...TYPES].sort());
    }
  });

  const cells = STATES.flatMap((state) => TYPES.map((type) => ({ state, type })));
  it.each(cells)('ENTRY-1 $state on $type', ({ state, type }) => {
    const message = MESSAGE[state][type];
    expect(answer(state, contextIn(state, 'message'), event(type))).toEqual(message ?? [state]);
    const change = CHANGE[state]?.[type];
    const other = change === undefined ? message : change;
    expect(answer(state, contextIn(state, 'change'), event(type))).toEqual(other ?? [state]);
  });

  it('ENTRY-2 leaves when the check says so, and is not judged once the server decides', () => {
    const leave = (context: EntryContext, verdict: Verdict, files = false) =>
      answer('waiting', context, event('LEAVE', verdict, false, files));
    const message = untouched('message');
    const change = untouched('change');
    expect(leave(message, 'go', true)).toEqual(['uploading', 'show', 'upload']);
    expect(leave(message, 'asking')).toEqual(asked);
    expect(leave(message, 'refused')).toEqual(refused);
    expect(leave(change, 'done')).toEqual(forgotten);
    expect(leave(change, 'refused')).toEqual(changeRefused);
    for (const verdict of ['asking', 'refused'] as const) {
      expect(leave(attempted('message'), verdict)).toEqual(['posting', 'show', 'post']);
      expect(leave({ ...message, confirmed: true }, verdict)).toEqual(['posting', 'show', 'post']);
      // A change is judged again: that nothing was heard does not say that it happened.
      expect(leave(attempted('change'), verdict)[0]).toBe('gone');
    }
    const uploaded = (context: EntryContext, verdict: Verdict) =>
      answer('uploading', context, event('UPLOADED', verdict));
    expect(uploaded(message, 'asking')).toEqual(asked);
    expect(uploaded(message, 'refused')).toEqual(refused);
    expect(uploaded(attempted('message'), 'refused')).toEqual(['posting', 'post']);
    // Who was asked and said yes is asked no more; who sends a refused one again is judged again.
    const yes = stepEntry('asking', message, event('RETRY')).context;
    expect([yes.confirmed, leave(yes, 'asking')[0]]).toEqual([true, 'posting']);
    const once = stepEntry('refused', message, event('RETRY')).context;
    expect([once.confirmed, leave(once, 'asking')[0]]).toEqual([false, 'asking']);
  });

  it('ENTRY-3 stops a message until it is posted, and a change until its first attempt', () => {
    for (const state of ['waiting', 'uploading', 'posting'] as const) {
      expect(answer(state, attempted('message'), event('TAKE_OUT'))).toEqual([state]);
    }
    expect(answer('waiting', { ...untouched('message'), begun: true }, event('TAKE_OUT'))).toEqual(
      handedBack,
    );
    expect(answer('waiting', { ...untouched('change'), begun: true }, event('TAKE_BACK'))).toEqual([
      'waiting',
    ]);
  });

  it('ENTRY-4 waits longer after each attempt without an answer', () => {
    let context = untouched('message');
    const pauses = Array.from({ length: 8 }, () => {
      const left = stepEntry('waiting', context, event('LEAVE'));
      const lost = stepEntry(left.state, left.context, event('UNANSWERED'));
      context = lost.context;
      return lost.actions.find(({ type }) => type === 'retryLater')?.params?.ms;
    });
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
    expect([context.posted, context.tried]).toEqual([true, true]);
  });

  it('ENTRY-5 says nothing of a change that an attempt without an answer has done', () => {
    const tried = { ...attempted('change'), tried: true };
    for (const type of ['REFUSED', 'OVERTAKEN', 'UPLOADS_GONE'] as const) {
      expect(answer('posting', tried, event(type, 'go', true))).toEqual(forgotten);
    }
    // Refused at the first attempt: somebody else made it so.
    expect(answer('posting', attempted('change'), event('REFUSED', 'go', true))).toEqual(changeRefused);
    expect(answer('posting', tried, event('REFUSED'))).toEqual(changeRefused);
    const message = { ...attempted('message'), tried: true };
    expect(answer('posting', message, event('REFUSED', 'go', true))).toEqual(refused);
  });

  it('ENTRY-6 uploads again what is gone, not what it has just uploaded', () => {
    const left = stepEntry('waiting', untouched('message'), {
      type: 'LEAVE',
      verdict: 'go',
      files: true,
      fresh: true,
    });
    expect(left.context.fresh).toBe(true);
    expect(answer('posting', left.context, event('UPLOADS_GONE'))).toEqual(refused);
    const stale = { ...left.context, fresh: false };
    const again = stepEntry('posting', stale, event('UPLOADS_GONE'));
    expect([again.state, again.context]).toEqual(['waiting', untouched('message')]);
  });

  it('ENTRY-7 holds what is held and ends what has ended', () => {
    const happened = fc
      .record({
        type: fc.constantFrom(...TYPES),
        verdict: fc.constantFrom('go', 'done', 'asking', 'refused') as fc.Arbitrary<Verdict>,
        so: fc.boolean(),
        files: fc.boolean(),
      })
      .map(({ type, verdict, so, files }) => event(type, verdict, so, files));
    fc.assert(
      fc.property(
        fc.constantFrom('message', 'change') as fc.Arbitrary<EntryContext['kind']>,
        fc.array(happened, { maxLength: 60 }),
        (kind, events) => {
          let state: EntryState = 'saving';
          let context = untouched(kind);
          for (const each of events) {
            const after = stepEntry(state, context, each);
            const posts = after.actions.some(({ type }) => type === 'post');
            if (state === 'asking' || state === 'refused') {
              expect(after.state === state || after.state === 'gone' || each.type === 'RETRY').toBe(true);
            }
            if (posts) expect(['waiting', 'uploading']).toContain(state);
            if (state === 'sent') expect(['sent', 'gone']).toContain(after.state);
            if (state === 'gone') expect([after.state, after.actions.length]).toEqual(['gone', 0]);
            if (after.actions.some(({ type }) => type === 'handBack')) expect(context.posted).toBe(false);
            ({ state, context } = after);
          }
        },
      ),
    );
  });
});
