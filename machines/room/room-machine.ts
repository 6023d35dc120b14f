/**
 * One bot in the hub: its log, its fold, and the way back to the present after any gap. It decides;
 * `workers/hub/room/bot-room.ts` carries out.
 *
 *   reading ─READ▶ offline ─CATCH_UP▶ catching ─CAUGHT_UP▶ live
 *                     ▲  ▲              │ ▲ │                │
 *                     │  └─FAILED───────┘ │ └─REFUSED▶ refused
 *                     │                   └──HOLE, TAIL_LOST─┤
 *                     └───────────CLOSED─────────────────────┘
 *   RESET, REBASE: the fold is dropped and a new base is asked for;   any ─END▶ closed
 *
 * While catching: `ask` sends AUTO_RECONNECT, and its answer is one of UNANSWERED, REFUSED, FAILED, STALE_BASE,
 * OTHER_SIGHT, JOINED, REPLAYED. An answer to an older catch-up (before the last `endRound`) is not an event.
 *
 * There is no context, so a cell's answer is always the same: it is worked out once and then looked up (`lookUp`), which
 * is why every frame of a burst may pass here. What an event is about (frames, a number, a record) stays with the worker.
 */
import { createMachine } from 'xstate';
import { type Answer, lookUp } from '../step.ts';

export type RoomState =
  /** The local log is being read. */
  | 'reading'
  /** No socket, or a catch-up failed and is tried again soon. */
  | 'offline'
  | 'catching'
  | 'live'
  /** The server lets this person follow the bot no longer. */
  | 'refused'
  | 'closed';

export type RoomEvent =
  /** The local log was read, whatever it held. */
  | 'READ'
  /** A socket is open, or may have missed something. */
  | 'CATCH_UP'
  /** The socket is gone. */
  | 'CLOSED'
  /** Frames came from the socket. */
  | 'FRAMES'
  /** Some of them do not follow the fold. */
  | 'HOLE'
  /** The server's log goes further than the fold. */
  | 'AHEAD'
  /** It still does, after a moment. */
  | 'TAIL_LOST'
  /** The viewer's sight changed: nothing of before may stay. */
  | 'RESET'
  /** Something is wrong with the fold. */
  | 'FAULT'
  /** It is time for the new base that a fault asks for. */
  | 'REBASE'
  /** No acknowledgement, or one that can't be read. */
  | 'UNANSWERED'
  /** Asking again does not change it. */
  | 'REFUSED'
  /** Asking again may change it. */
  | 'FAILED'
  /** The server can't replay from where the fold stands; the sight is the same. */
  | 'STALE_BASE'
  /** The same, and the sight is another. */
  | 'OTHER_SIGHT'
  /** Joined without a fold: a base is to be read. */
  | 'JOINED'
  /** The base is in the fold. */
  | 'BASED'
  /** A page of missed frames. */
  | 'REPLAYED'
  /** There is more to ask for. */
  | 'MORE'
  | 'CAUGHT_UP'
  /** Nobody follows the bot any longer, or the session is over. */
  | 'END';

/**
 * What is carried out, in the order of a cell. An effect that may lead to the next event (`apply`, `applyReplay`,
 * `applyHeld`, `suspect`, `rebaseInTime`, `catchUpIfConnected`) stands last.
 */
export type RoomEffect =
  /** Puts what the local log held into the fold. */
  | 'restore'
  /** What was asked is not listened to any more, and not asked again by itself. */
  | 'endRound'
  | 'ask'
  /** Nothing was stored: a base is asked for while the socket is still being opened. */
  | 'baseAhead'
  | 'retryLater'
  | 'apply'
  /** Keeps the frames until the catch-up is through. */
  | 'hold'
  | 'forgetHeld'
  | 'applyHeld'
  | 'applyReplay'
  | 'readBase'
  /** Looks again in a moment whether the fold is still behind. */
  | 'lookAgain'
  /** Empties fold and log. */
  | 'drop'
  /** What the tabs show may stay until the new base is there. */
  | 'keepShown'
  | 'forgetShown'
  | 'diagnose'
  /** A new base now, or after a pause since the last one. */
  | 'rebaseInTime'
  | 'countRebase'
  | 'catchUpIfConnected'
  /** The socket does not answer: replace it. */
  | 'suspect'
  | 'tellState'
  /** The whole fold is another. */
  | 'tellEverything'
  | 'tellSight'
  /** The present is reached: load what is shown. */
  | 'tellArrived'
  | 'letGo';

interface Cell {
  target?: RoomState;
  actions?: readonly RoomEffect[];
}
type Cells = { readonly [E in RoomEvent]: Cell };

const ignored = {} as const satisfies Cell;
const catches = { target: 'catching', actions: ['endRound', 'tellState', 'ask'] } as const satisfies Cell;
const diagnoses = { actions: ['diagnose', 'rebaseInTime'] } as const satisfies Cell;
const resets = { actions: ['diagnose', 'forgetShown', 'drop', 'catchUpIfConnected'] } as const satisfies Cell;
const rebases = {
  actions: ['countRebase', 'keepShown', 'drop', 'catchUpIfConnected'],
} as const satisfies Cell;
const goesOffline = {
  target: 'offline',
  actions: ['endRound', 'forgetHeld', 'tellState'],
} as const satisfies Cell;
const fails = { target: 'offline', actions: ['tellState', 'retryLater'] } as const satisfies Cell;
const ends = { target: 'closed', actions: ['endRound', 'letGo'] } as const satisfies Cell;

/** What every open state does alike; the other events are ignored unless a state says otherwise. */
const open: Cells = {
  READ: ignored,
  CATCH_UP: catches,
  CLOSED: goesOffline,
  FRAMES: { actions: ['hold'] },
  HOLE: ignored,
  AHEAD: ignored,
  TAIL_LOST: ignored,
  RESET: resets,
  FAULT: diagnoses,
  REBASE: rebases,
  UNANSWERED: ignored,
  REFUSED: ignored,
  FAILED: ignored,
  STALE_BASE: ignored,
  OTHER_SIGHT: ignored,
  JOINED: ignored,
  BASED: ignored,
  REPLAYED: ignored,
  MORE: ignored,
  CAUGHT_UP: ignored,
  END: ends,
};

/** Every state × every event. */
const states: { readonly [S in RoomState]: { readonly on: Cells } } = {
  reading: {
    on: {
      ...open,
      READ: {
        target: 'offline',
        actions: ['restore', 'baseAhead', 'tellState', 'tellEverything', 'catchUpIfConnected'],
      },
      CATCH_UP: ignored,
      CLOSED: { actions: ['endRound', 'forgetHeld'] },
      // What was read must not come back: `restore` sees that the fold was dropped.
      RESET: { actions: ['diagnose', 'forgetShown', 'drop'] },
      REBASE: { actions: ['countRebase', 'keepShown', 'drop'] },
    },
  },
  offline: { on: { ...open, CLOSED: { actions: ['endRound', 'forgetHeld'] } } },
  catching: {
    on: {
      ...open,
      CATCH_UP: { actions: ['endRound', 'ask'] },
      UNANSWERED: { actions: ['suspect'] },
      REFUSED: { target: 'refused', actions: ['forgetShown', 'drop', 'tellSight', 'tellState'] },
      FAILED: fails,
      STALE_BASE: { actions: ['keepShown', 'drop', 'ask'] },
      OTHER_SIGHT: { actions: ['forgetShown', 'tellSight', 'drop', 'ask'] },
      JOINED: { actions: ['readBase'] },
      BASED: { actions: ['applyHeld'] },
      REPLAYED: { actions: ['applyReplay'] },
      MORE: { actions: ['ask'] },
      CAUGHT_UP: { target: 'live', actions: ['tellState', 'tellArrived'] },
    },
  },
  live: {
    on: {
      ...open,
      FRAMES: { actions: ['apply'] },
      HOLE: { target: 'catching', actions: ['hold', 'endRound', 'tellState', 'ask'] },
      AHEAD: { actions: ['lookAgain'] },
      TAIL_LOST: catches,
      // What is shown could not be asked for.
      FAILED: fails,
    },
  },
  refused: { on: open },
  closed: {
    on: {
      READ: ignored,
      CATCH_UP: ignored,
      CLOSED: ignored,
      FRAMES: ignored,
      HOLE: ignored,
      AHEAD: ignored,
      TAIL_LOST: ignored,
      RESET: ignored,
      FAULT: ignored,
      REBASE: ignored,
      UNANSWERED: ignored,
      REFUSED: ignored,
      FAILED: ignored,
      STALE_BASE: ignored,
      OTHER_SIGHT: ignored,
      JOINED: ignored,
      BASED: ignored,
      REPLAYED: ignored,
      MORE: ignored,
      CAUGHT_UP: ignored,
      END: ignored,
    },
  },
};

export const roomMachine = createMachine({
  types: {} as { events: { type: RoomEvent }; actions: { type: RoomEffect; params: undefined } },
  id: 'room',
  initial: 'reading',
  states,
});

/** The answer of a cell: where it leads, and what is to be done. */
export const stepRoom: (state: RoomState, event: RoomEvent) => Answer<RoomState, RoomEffect> =
  lookUp(roomMachine);
