/**
 * A campaign's life (docs/protocol.md 'WhatsApp templates and campaigns'). Every state has an answer to every event, the
 * refused ones written down; the type checker demands each.
 *
 *   draft ──schedule──▶ scheduled ──begin──▶ running ──finish──▶ done ──retry──▶ running
 *     └─────────start────────────────────────▶ │ ▲
 *   scheduled, running ──pause──▶ paused ──resume──▶ running; ──resume_early──▶ scheduled, while its time has not come
 *   all but done ──cancel──▶ canceled
 */
import { createMachine } from 'xstate';
import type { CampaignState } from '../../contract/rules/campaigns.ts';

export type CampaignEvent =
  /** It is to begin at its time. */
  | 'schedule'
  /** It begins now, because somebody says so. */
  | 'start'
  /** Its time has come. */
  | 'begin'
  /** By a person, or because something does not hold any more; the reason stands beside the state. */
  | 'pause'
  | 'resume'
  /** The same before its time has come. */
  | 'resume_early'
  | 'cancel'
  /** Every recipient has left or never will. */
  | 'finish'
  /** Some of those that failed are tried again. */
  | 'retry';

/** `refuse`: nothing happens; `stay`: nothing has to. */
export type CampaignEffect = 'refuse' | 'stay';

interface Cell {
  target?: CampaignState;
  actions?: CampaignEffect;
}
type Cells = { readonly [E in CampaignEvent]: Cell };
const to = (target: CampaignState): Cell => ({ target });
const no: Cell = { actions: 'refuse' };
const stays: Cell = { actions: 'stay' };
const refused = {
  schedule: no,
  start: no,
  begin: no,
  pause: no,
  resume: no,
  resume_early: no,
  cancel: no,
  finish: no,
  retry: no,
} as const;

const states: { readonly [S in CampaignState]: { on: Cells } } = {
  draft: {
    on: { ...refused, schedule: to('scheduled'), start: to('running'), cancel: to('canceled') },
  },
  scheduled: {
    on: {
      ...refused,
      begin: to('running'),
      pause: to('paused'),
      cancel: to('canceled'),
      resume: stays,
      resume_early: stays,
    },
  },
  running: {
    on: {
      ...refused,
      begin: stays,
      pause: to('paused'),
      cancel: to('canceled'),
      resume: stays,
      finish: to('done'),
    },
  },
  paused: {
    on: {
      ...refused,
      pause: stays,
      resume: to('running'),
      resume_early: to('scheduled'),
      cancel: to('canceled'),
    },
  },
  done: { on: { ...refused, finish: stays, retry: to('running') } },
  canceled: { on: { ...refused, cancel: stays } },
};

/** Asked by production, one step at a time (moves.ts). */
export const campaignMachine = createMachine({ id: 'campaign', initial: 'draft', states });
