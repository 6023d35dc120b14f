/**
 * One write on its way to the server: a message or a change. It decides; `workers/hub/outbox/outbox.ts` carries out.
 *
 *   saving ─STORED▶ waiting ─LEAVE▶ uploading ─UPLOADED▶ posting ─ANSWERED▶ sent ─SHOWN▶ gone
 *                      ▲ ▲ └──── without files ───────────▲ │
 *                      │ └── no answer, uploads gone ───────┤
 *                      └─RETRY── asking, refused ◀──────────┘
 *
 * Until it is posted a message can be taken out again; from then on the server alone decides, under the same key.
 */
import { assign, createMachine } from 'xstate';
import { remembered, stepper } from '../step.ts';

/** Pauses after answers that did not come (ms); they double. */
const FIRST_PAUSE = 1_000;
export const LONGEST_PAUSE = 60_000;

export type EntryState =
  /** Being written to this browser's storage. */
  | 'saving'
  | 'waiting'
  /** Its files go before it. */
  | 'uploading'
  | 'posting'
  /** The server has it; it stays in sight until its event is here. */
  | 'sent'
  /** Its author is asked whether it is still meant. */
  | 'asking'
  | 'refused'
  | 'gone';

export interface EntryContext {
  kind: 'message' | 'change';
  /** An attempt has begun, here or in the hub before. */
  begun: boolean;
  failures: number;
  /** The person was asked and said yes: the server alone decides now. */
  confirmed: boolean;
  /** It was on its way, so the server may have it: it can't be stopped any more. */
  posted: boolean;
  /** An attempt before this one was posted, and its answer never came. */
  tried: boolean;
  /** Its files were all uploaded by this attempt. */
  fresh: boolean;
}

/** What the check before leaving says (`done`: it is so already). */
export type Verdict = 'go' | 'done' | 'asking' | 'refused';
export type EntryEvent =
  | { type: 'STORED' }
  /** It is its turn. `files`: it has some; `fresh`: none of them has been uploaded */
  | { type: 'LEAVE'; verdict: Verdict; files: boolean; fresh: boolean }
  /** The server has its files; what was true before may not be any more. */
  | { type: 'UPLOADED'; verdict: Verdict }
  | { type: 'ANSWERED' }
  /** No answer, one that can't be read, a 5xx, 429 or 401. */
  | { type: 'UNANSWERED' }
  /** The server has thrown its files away. `so`: the conversation is as this change wants it */
  | { type: 'UPLOADS_GONE'; so: boolean }
  /** Somebody answered what its author had not seen. */
  | { type: 'OVERTAKEN'; so: boolean }
  | { type: 'REFUSED'; so: boolean }
  /** This hub writes no more. */
  | { type: 'STOPPED' }
  /** By its author: undo, back to the draft, once more, away with it. */
  | { type: 'TAKE_BACK' }
  | { type: 'TAKE_OUT' }
  | { type: 'RETRY' }
  | { type: 'DISCARD' }
  /** Its event was folded, or nothing is to be waited for. */
  | { type: 'SHOWN' };

/** What is carried out, in the order of a cell. */
export type EntryEffect =
  /** In sight as what it has become. */
  | { type: 'show'; params: undefined }
  | { type: 'store'; params: undefined }
  | { type: 'upload'; params: undefined }
  | { type: 'post'; params: undefined }
  /** Out of storage, and gone when its event is here. */
  | { type: 'awaitEcho'; params: undefined }
  /** Out of sight and storage. */
  | { type: 'forget'; params: undefined }
  /** Out of sight; the caller keeps what it was. */
  | { type: 'handBack'; params: undefined }
  /** What was to happen after it does not happen. */
  | { type: 'dropFollowers'; params: undefined }
  /** In sight and storage with the reason. */
  | { type: 'settle'; params: undefined }
  | { type: 'tellRefused'; params: undefined }
  | { type: 'storeWithoutUploads'; params: undefined }
  /** Stored as it is meant now: what its author has seen meanwhile counts as seen. */
  | { type: 'renew'; params: undefined }
  | { type: 'retryLater'; params: { ms: number } }
  /** Whatever pause it has is over. */
  | { type: 'hurry'; params: undefined }
  /** Whose turn it is now; `Soon`: not within another's turn. */
  | { type: 'next'; params: undefined }
  | { type: 'nextSoon'; params: undefined };
type Own = 'begin' | 'countPosted' | 'countFailure' | 'reset' | 'confirm' | 'resume';
type Guard =
  | 'leaves'
  | 'leavesWithFiles'
  | 'isSo'
  | 'asks'
  | 'isChange'
  | 'isMessage'
  | 'wasDone'
  | 'isFresh'
  | 'notBegun'
  | 'canStop';

interface Branch {
  guard?: Guard;
  target?: EntryState;
  actions?: readonly (
    | Exclude<EntryEffect['type'], 'retryLater'>
    | Own
    | { type: 'retryLater'; params: (args: { context: EntryContext }) => { ms: number } }
  )[];
}
/** Branches are tried in order; an event that none of them takes is ignored. */
type Cells = { readonly [E in EntryEvent['type']]: readonly Branch[] };

const retryLater = {
  type: 'retryLater',
  // After `countFailure`.
  params: ({ context }: { context: EntryContext }) => ({
    ms: Math.min(FIRST_PAUSE * 2 ** (context.failures - 1), LONGEST_PAUSE),
  }),
} as const;

const forgets = { target: 'gone', actions: ['nextSoon', 'forget'] } as const satisfies Branch;
const asks = { target: 'asking', actions: ['reset', 'settle', 'nextSoon'] } as const satisfies Branch;
const isRefused = {
  target: 'refused',
  actions: ['reset', 'settle', 'tellRefused', 'nextSoon'],
} as const satisfies Branch;
/** No screen shows a change that was refused, and it is not to be done by surprise. */
const changeIsRefused = {
  guard: 'isChange',
  target: 'gone',
  actions: ['tellRefused', 'nextSoon', 'forget'],
} as const satisfies Branch;
const wasDone = { guard: 'wasDone', ...forgets } as const satisfies Branch;
const takesOut = { target: 'gone', actions: ['dropFollowers', 'handBack', 'next'] } as const satisfies Branch;
const discards = [{ target: 'gone', actions: ['dropFollowers', 'forget'] }] as const;

/** What every state ignores, unless it says otherwise; what was folded is over in any. */
const nothing: Cells = {
  STORED: [],
  LEAVE: [],
  UPLOADED: [],
  ANSWERED: [],
  UNANSWERED: [],
  UPLOADS_GONE: [],
  OVERTAKEN: [],
  REFUSED: [],
  STOPPED: [],
  TAKE_BACK: [],
  TAKE_OUT: [],
  RETRY: [],
  DISCARD: [],
  SHOWN: [forgets],
};
/** An attempt that did not get through. */
const underWay: Cells = {
  ...nothing,
  UNANSWERED: [{ target: 'waiting', actions: ['countFailure', retryLater, 'show'] }],
  UPLOADS_GONE: [
    wasDone,
    { guard: 'isFresh', ...isRefused },
    { target: 'waiting', actions: ['reset', 'storeWithoutUploads'] },
  ],
  OVERTAKEN: [wasDone, { guard: 'isChange', ...forgets }, asks],
  REFUSED: [wasDone, changeIsRefused, isRefused],
  STOPPED: [{ target: 'waiting', actions: ['store'] }],
};
/** Its author has to say. */
const held: Cells = {
  ...nothing,
  TAKE_BACK: [forgets],
  TAKE_OUT: [{ guard: 'isMessage', ...takesOut }],
  DISCARD: discards,
};

/** Every state × every event. */
const states: { readonly [S in EntryState]: { readonly on: Cells } } = {
  saving: {
    on: { ...nothing, STORED: [{ target: 'waiting', actions: ['show', 'next'] }], TAKE_BACK: [forgets] },
  },
  waiting: {
    on: {
      ...nothing,
      LEAVE: [
        { guard: 'leavesWithFiles', target: 'uploading', actions: ['begin', 'show', 'upload'] },
        { guard: 'leaves', target: 'posting', actions: ['begin', 'countPosted', 'show', 'post'] },
        { guard: 'isSo', ...forgets },
        changeIsRefused,
        { guard: 'asks', ...asks },
        isRefused,
      ],
      TAKE_BACK: [{ guard: 'notBegun', ...forgets }],
      TAKE_OUT: [{ guard: 'canStop', ...takesOut }],
      // On its way already, perhaps with a lost answer: the same once more, now.
      RETRY: [{ actions: ['hurry', 'next'] }],
      DISCARD: discards,
    },
  },
  uploading: {
    on: {
      ...underWay,
      UPLOADED: [
        { guard: 'leaves', target: 'posting', actions: ['countPosted', 'post'] },
        { guard: 'asks', ...asks },
        isRefused,
      ],
      TAKE_OUT: [{ guard: 'canStop', ...takesOut }],
    },
  },
  posting: { on: { ...underWay, ANSWERED: [{ target: 'sent', actions: ['awaitEcho'] }] } },
  sent: { on: nothing },
  asking: {
    on: { ...held, RETRY: [{ target: 'waiting', actions: ['resume', 'confirm', 'renew', 'next'] }] },
  },
  refused: { on: { ...held, RETRY: [{ target: 'waiting', actions: ['resume', 'renew', 'next'] }] } },
  gone: { on: { ...nothing, SHOWN: [] } },
};

/** An entry that no attempt was made of. */
export const untouched = (kind: EntryContext['kind']): EntryContext => ({
  kind,
  begun: false,
  failures: 0,
  confirmed: false,
  posted: false,
  tried: false,
  fresh: false,
});
/** An entry of which the hub before may have made an attempt. */
export const attempted = (kind: EntryContext['kind']): EntryContext => ({
  ...untouched(kind),
  begun: true,
  posted: true,
});

/** A message's key that was posted may have been accepted: only the server knows, and answers the same message. */
const serverDecides = ({ kind, confirmed, posted }: EntryContext) =>
  confirmed || (posted && kind === 'message');
const leaves = (context: EntryContext, event: EntryEvent) =>
  'verdict' in event && (event.verdict === 'go' || serverDecides(context));

export const entryMachine = createMachine({
  types: {} as {
    context: EntryContext;
    events: EntryEvent;
    actions: EntryEffect | { type: Own; params: undefined };
    guards: { type: Guard; params: undefined };
  },
  id: 'outbox-entry',
  context: untouched('message'),
  initial: 'saving',
  states,
}).provide({
  guards: {
    leaves: ({ context, event }) => leaves(context, event),
    leavesWithFiles: ({ context, event }) => leaves(context, event) && event.type === 'LEAVE' && event.files,
    isSo: ({ event }) => 'verdict' in event && event.verdict === 'done',
    asks: ({ event }) => 'verdict' in event && event.verdict === 'asking',
    isChange: ({ context }) => context.kind === 'change',
    isMessage: ({ context }) => context.kind === 'message',
    /** An earlier attempt did it, and its answer was lost. */
    wasDone: ({ context, event }) => context.kind === 'change' && context.tried && 'so' in event && event.so,
    isFresh: ({ context }) => context.fresh,
    notBegun: ({ context }) => !context.begun,
    canStop: ({ context }) => context.kind === 'message' && !context.posted,
  },
  actions: {
    begin: assign({
      begun: true,
      fresh: ({ context, event }) => (event.type === 'LEAVE' && event.files ? event.fresh : context.fresh),
    }),
    countPosted: assign({ tried: ({ context }) => context.posted, posted: true }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    reset: assign(({ context }) => untouched(context.kind)),
    resume: assign(({ context }) => ({ ...untouched(context.kind), begun: true })),
    confirm: assign({ confirmed: true }),
  },
});

/** The step of the machine; nothing is carried out. */
export const stepEntry = remembered(stepper<EntryState, EntryContext, EntryEvent, EntryEffect>(entryMachine));
