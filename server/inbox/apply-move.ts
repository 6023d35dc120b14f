/** Applies a move that the conversation machine allows: row, card event, transition and the team's line about it. */
import type { Actor } from '../../contract/realtime/events.ts';
import type { Area } from '../../contract/states.ts';
import type { ConversationCommand } from '../../machines/conversation/commands.ts';
import { decide } from '../../machines/conversation/moves.ts';
import type { Routed } from '../../machines/routing/decide.ts';
import { Refused } from '../platform/http/refused.ts';
import type { ConversationRow } from './conversation-row.ts';
import type { ConversationWork, Person } from './conversation-work.ts';

export const SYSTEM: Actor = { kind: 'system' };
export const BOT: Actor = { kind: 'bot' };

export interface MoveContext {
  actor: Actor;
  /** Whom the command names, where it names somebody. */
  agent?: Person;
  reason?: string | null;
  /** A new area with the move; undefined: unchanged. */
  category?: Area | null | undefined;
  byAdmin?: boolean;
  /** As the server decided who gets it, and the team that it waits for by that. */
  routed?: Pick<Routed, 'reason' | 'waits_for'> | undefined;
}

/** The refusal of a move: 409 with the present state and who has it. */
export function conflict(
  code: 'illegal_move' | 'already_taken' | 'stale_view' | 'conflict',
  row: Pick<ConversationRow, 'state' | 'agent_id' | 'agent_name'>,
): Refused {
  const agent = row.agent_id === null ? null : { id: row.agent_id, name: row.agent_name ?? '' };
  const message = code === 'already_taken' && agent ? `${agent.name} ya tomó esta conversación.` : undefined;
  return new Refused(code, { message, details: { state: row.state, agent } });
}

/**
 * Moves the conversation. Throws `Refused` (409) when the machine says no.
 * @returns whether anything moved: a customer's message in most states does not
 */
export function applyMove(
  work: ConversationWork,
  command: ConversationCommand,
  context: MoveContext,
): boolean {
  const before = { ...work.row };
  const decision = decide(before, command);
  if (decision.ok && command.type === 'reopen' && before.joined_into !== null)
    throw new Refused('rule', { message: 'Esta conversación está unida a otra: sepárala para reabrirla.' });
  if (!decision.ok) throw conflict(decision.error, before);
  if (decision.event === null) return false;
  const { actor, agent, reason = null } = context;
  const named = 'agent_id' in command && agent ? agent : null;
  const kept = decision.agent_id !== null && decision.agent_id === before.agent_id;
  work.set({
    state: decision.state,
    agent_id: decision.agent_id,
    was_pending: decision.was_pending,
    agent_name: named?.name ?? (kept ? before.agent_name : null),
    agent_image: named?.image ?? (kept ? before.agent_image : null),
    waiting_since: waitingSince(work, before, decision.state),
    // Every other move ends the wait.
    waits_for: decision.state === 'pending' ? (context.routed?.waits_for ?? null) : null,
    ...(context.category === undefined ? {} : { category: context.category }),
    // What is over has nobody to remind.
    ...(decision.state === 'closed' || decision.state === 'archived'
      ? { snoozed_until: null, unread: false }
      : {}),
  });
  switch (decision.event) {
    case 'PUSH_PENDING_CONVERSATION':
      work.cardEvent(decision.event, actor, { auto_assigned: command.type === 'handoff_assigned' });
      break;
    case 'DERIVE_CONVERSATION':
      work.cardEvent(decision.event, actor, {
        from_agent: before.agent_id === null ? null : { id: before.agent_id, name: before.agent_name ?? '' },
        ...(agent ? { to_agent: { id: agent.id, name: agent.name } } : {}),
        reason,
        by_admin: context.byAdmin ?? false,
      });
      break;
    default:
      work.cardEvent(decision.event, actor, {});
  }
  work.transition(command.type, actor, before, reason, context.routed?.reason ?? null);
  const { routed } = context;
  const team = routed?.reason.by === 'hand' ? (routed.reason.teams[0]?.area ?? null) : null;
  work.systemLine(
    actor,
    team !== null && actor.kind === 'agent'
      ? teamLine(actor, team, agent ?? null, reason)
      : moveLine(command, actor, agent ?? null, reason),
  );
  return true;
}

/** Since when the customer waits for a person: from pending until a person answers; nobody waits for a bot. */
function waitingSince(
  work: ConversationWork,
  before: ConversationRow,
  to: ConversationRow['state'],
): string | null {
  if (to === 'pending') return before.waiting_since ?? work.now.toISOString();
  if (to !== 'taken') return null;
  // Nobody waits in what somebody takes up again.
  if (before.state === 'closed') return null;
  // Given to somebody without having waited in pending: the wait begins now, unless that is how it already was.
  return before.waiting_since ?? (before.state === 'taken' ? null : work.now.toISOString());
}

const whyText = (reason: string | null): string => (reason?.trim() ? `: ${reason.trim()}` : '');

/** Its words where somebody gave it to a team. */
export function teamLine(actor: Actor, team: Area, agent: Person | null, reason: string | null): string {
  const then = agent ? `le tocó a ${agent.name}` : 'espera a que alguien pueda';
  return `${actor.name ?? 'Alguien'} asignó la conversación al equipo de ${team} (${then})${whyText(reason)}`;
}

/** The team's own words for a move. */
function moveLine(
  command: ConversationCommand,
  actor: Actor,
  agent: Person | null,
  reason: string | null,
): string {
  const who = actor.name ?? 'Alguien';
  const why = whyText(reason);
  switch (command.type) {
    case 'take':
      return `${who} tomó la conversación`;
    case 'assign':
      return `${who} asignó la conversación a ${agent?.name ?? ''}${why}`;
    case 'derive':
      if (agent && agent.id === actor.id) return `${who} tomó el control de la conversación${why}`;
      return `${who} derivó la conversación a ${agent?.name ?? ''}${why}`;
    case 'handoff':
      return actor.kind === 'agent'
        ? `${who} dejó la conversación en Pendientes`
        : 'El cliente pidió hablar con una persona';
    case 'handoff_assigned':
      return `La conversación se asignó a ${agent?.name ?? ''}`;
    case 'release':
      return `${who} soltó la conversación y la dejó en Pendientes`;
    case 'return_to_bot':
      return `${who} devolvió la conversación al bot`;
    case 'mark_inactive':
      return `${who} marcó la conversación como inactiva`;
    case 'timer_inactive':
      return 'La conversación quedó inactiva: el cliente no ha vuelto a escribir';
    case 'close':
      return `${who} terminó la conversación`;
    case 'timer_close':
      return 'La conversación se terminó por inactividad';
    case 'disconnect':
      return 'El cliente dejó la conversación';
    case 'archive':
      return `${who} archivó la conversación`;
    case 'unarchive':
      return `${who} sacó la conversación del archivo`;
    case 'reopen':
      return `${who} reabrió la conversación`;
    case 'join':
      return `${who} unió esta conversación a otra del cliente: sigue allí`;
    case 'separate':
      return `${who} separó esta conversación: sigue aquí, como estaba`;
    case 'customer_wrote':
      return 'El cliente volvió a escribir';
  }
}
