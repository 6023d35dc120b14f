/**
 * Whose turn it is in the outbox: entries are looked at in the order of writing, and each either leaves, waits or steps
 * aside. `workers/hub/outbox/outbox.ts` looks and carries out; the entry's own machine then says what becomes of it.
 */
import type { EntryState } from './entry-machine.ts';

/** How an entry stands among the others and to the clock; the first that fits is meant. */
export type Standing =
  /** It is to happen after a message that asks its author or was refused. */
  | 'follows-held'
  /** It is to happen after a message that has not reached the server. */
  | 'follows'
  /** A change that can still be taken back. */
  | 'in-undo'
  /** Something of its conversation goes before it. */
  | 'behind'
  /** Its pause after an attempt is not over. */
  | 'pausing'
  /** Its bot is not caught up. */
  | 'not-ready'
  | 'due';

export interface Turn {
  /** What comes after it in its conversation waits. */
  holds: boolean;
  does: 'leave' | 'ring' | 'drop' | 'nothing';
}

/** It is looked past. */
const passes = { holds: false, does: 'nothing' } as const satisfies Turn;
const holds = { holds: true, does: 'nothing' } as const satisfies Turn;
/** What it was to follow stays here, so it does not happen. */
const dropped = { holds: false, does: 'drop' } as const satisfies Turn;

/** What holds up nothing, however it stands: it has arrived, or its author has to say. */
const aside = {
  'follows-held': passes,
  follows: passes,
  'in-undo': passes,
  behind: passes,
  pausing: passes,
  'not-ready': passes,
  due: passes,
} as const;
const underWay = {
  'follows-held': dropped,
  follows: passes,
  'in-undo': passes,
  behind: passes,
  pausing: holds,
  'not-ready': holds,
  due: holds,
} as const;

/** Every state of an entry × every standing. */
export const TURNS: { readonly [S in EntryState]: { readonly [K in Standing]: Turn } } = {
  saving: {
    'follows-held': holds,
    follows: holds,
    'in-undo': holds,
    behind: holds,
    pausing: holds,
    'not-ready': holds,
    due: holds,
  },
  waiting: {
    'follows-held': dropped,
    follows: passes,
    // It holds up no message while it can be taken back.
    'in-undo': { holds: false, does: 'ring' },
    behind: passes,
    pausing: { holds: true, does: 'ring' },
    'not-ready': holds,
    due: { holds: true, does: 'leave' },
  },
  uploading: underWay,
  posting: underWay,
  sent: aside,
  asking: aside,
  refused: aside,
  gone: aside,
};

/** What is known of an entry when it is looked at. */
export interface Look {
  kind: 'message' | 'change';
  /** Where the message stands that it is to follow; null: it follows none that is here. */
  leader: EntryState | null;
  /** An attempt was made of it. */
  begun: boolean;
  /** Its undo time and its pause are over. */
  due: boolean;
  /** Something of its conversation holds it up. */
  held: boolean;
}

/** @param ready whether its bot is caught up; asked only where that decides, because asking may open the bot */
export function standingOf({ kind, leader, begun, due, held }: Look, ready: () => boolean): Standing {
  if (leader === 'asking' || leader === 'refused') return 'follows-held';
  if (leader !== null && leader !== 'sent') return 'follows';
  if (kind === 'change' && !due && !begun) return 'in-undo';
  if (held) return 'behind';
  if (!due) return 'pausing';
  return ready() ? 'due' : 'not-ready';
}
