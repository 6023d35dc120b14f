/** Why a counter shows what it shows: the events that moved it. The same arithmetic as `moveCounters`, one figure at a time. */
import type { CounterMove } from '../../contract/calls/supervision.ts';
import { isWhole } from '../../contract/entities/conversation.ts';
import type { Viewer } from '../../contract/entities/user.ts';
import type { LoggedFrame } from '../../contract/realtime/events.ts';
import type { Channel } from '../../contract/states.ts';
import { sightingsOf } from './cut.ts';
import type { ListState } from './held.ts';
import { isOf, type OwnFacts } from './own.ts';
import { sees } from './sight.ts';

/** A figure of the inbox: a state's, a state's in one channel, or what of it is one person's own. */
export interface Figure {
  state: ListState;
  /** Null: all channels. */
  channel: Channel | null;
  /** Left out: whoever has it, and what nobody has. */
  agent_id?: number | undefined;
}

const counts = (viewer: Viewer, { state, agent_id }: Figure, facts: OwnFacts | null): boolean => {
  if (facts === null || !sees(viewer, facts)) return false;
  // Of the mentions only those are counted that were not looked at.
  return isOf({ state, agent_id: agent_id ?? null }, { ...facts, mentioned: facts.mention_unseen });
};

/** How a frame moved the figure for this viewer; null: not at all. The frame is as the viewer received it, whole or cut. */
export function moveOf(viewer: Viewer, frame: LoggedFrame, figure: Figure): CounterMove | null {
  if (frame.name === 'REDACTED' || !('conversation' in frame.data)) return null;
  const sides = sightingsOf(frame);
  if (!sides || sides.before === 'everyone' || sides.after === 'everyone' || !sides.after) return null;
  const { conversation } = frame.data;
  if (figure.channel !== null && conversation.channel !== figure.channel) return null;
  const after = counts(viewer, figure, sides.after);
  if (counts(viewer, figure, sides.before) === after) return null;
  return {
    seq: frame.seq,
    id: frame.id,
    at: frame.at,
    name: frame.name,
    actor: frame.actor,
    conversation_id: conversation.id,
    channel: conversation.channel,
    lead_name: isWhole(conversation) ? conversation.custom.name || conversation.lead_name : null,
    from_state: sides.before?.state ?? null,
    to_state: conversation.state,
    delta: after ? 1 : -1,
  };
}

/** The moves of a figure, newest first. @param frames in the log's order */
export function movesOf(viewer: Viewer, frames: readonly LoggedFrame[], figure: Figure): CounterMove[] {
  return frames.flatMap((frame) => moveOf(viewer, frame, figure) ?? []).reverse();
}
