/** The buttons over a conversation: what the machine allows, what the person may, in words. */
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import type { ConversationState } from '../../../../contract/states.ts';
import { allowedCommands, type PersonCommand } from '../../../../machines/conversation/changes.ts';

export type Action =
  | PersonCommand
  | 'take_over'
  | 'write_again'
  | 'unread'
  | 'labels'
  | 'priority'
  | 'follow'
  | 'unfollow'
  | 'snooze'
  | 'wake'
  | 'ticket'
  | 'macro';
/** How an action is called, and the key that does it. */
export const ACTION_LABELS: Record<Action, string> = {
  take: 'Tomar',
  take_over: 'Tomar el control',
  assign: 'Asignar…',
  derive: 'Derivar…',
  handoff: 'Pasar a Pendientes',
  release: 'Liberar',
  return_to_bot: 'Devolver al bot',
  mark_inactive: 'Marcar inactiva',
  close: 'Cerrar',
  archive: 'Archivar',
  unarchive: 'Desarchivar',
  reopen: 'Reabrir',
  write_again: 'Escribir de nuevo',
  unread: 'Marcar como no leída',
  labels: 'Etiquetas y área…',
  priority: 'Prioridad…',
  follow: 'Seguir',
  unfollow: 'Dejar de seguir',
  snooze: 'Posponer…',
  wake: 'Quitar recordatorio',
  ticket: 'Crear ticket…',
  macro: 'Aplicar macro…',
};
/** Close and hand-over wait 5 s and can be taken back (docs/product.md §10). */
export const UNDOABLE: ReadonlySet<Action> = new Set<Action>(['close', 'derive', 'assign']);

const ORDER: readonly Action[] = [
  'take',
  'take_over',
  'derive',
  'assign',
  'close',
  'reopen',
  'write_again',
  'archive',
  'unarchive',
  'macro',
  'labels',
  'priority',
  'follow',
  'unfollow',
  'ticket',
  'snooze',
  'wake',
  'unread',
  'release',
  'return_to_bot',
  'handoff',
  'mark_inactive',
];
/** At most these stand as buttons; the rest is in the menu. */
const IN_SIGHT: ReadonlySet<Action> = new Set<Action>([
  'take',
  'take_over',
  'derive',
  'close',
  'reopen',
  'write_again',
]);

const OVER: ReadonlySet<string> = new Set<ConversationState>(['closed', 'archived']);

export interface Rights {
  edit: boolean;
  shunt: boolean;
  /** To write tickets. */
  tickets?: boolean;
}

/**
 * All actions for this person on this conversation, in order.
 * @param me the signed-in person's id
 */
export function actionsFor(
  card: Pick<Conversation, 'state' | 'agent_id' | 'unread' | 'snoozed_until' | 'followers'>,
  me: number,
  rights: Rights & { add: boolean },
): Action[] {
  const follow: Action = card.followers?.includes(me) ? 'unfollow' : 'follow';
  // Whoever sees it may follow it.
  const always: Action[] = [follow, ...(rights.tickets ? (['ticket'] as const) : [])];
  if (!rights.edit) return rights.add && OVER.has(card.state) ? ['write_again', ...always] : always;
  const allowed: ReadonlySet<Action> = allowedCommands(card);
  const open = !OVER.has(card.state);
  return ORDER.filter((action) => {
    if (action === 'write_again') return !open && rights.add;
    if (action === 'unread') return !card.unread && open;
    if (action === 'labels' || action === 'priority' || action === 'macro') return true;
    if (action === 'follow' || action === 'unfollow') return action === follow;
    if (action === 'ticket') return rights.tickets === true;
    if (action === 'snooze') return open;
    if (action === 'wake') return card.snoozed_until !== null;
    if (action === 'take_over') return card.state === 'taken' && card.agent_id !== me && rights.shunt;
    if ((action === 'derive' || action === 'assign') && !rights.shunt) return false;
    return allowed.has(action);
  });
}

/** The actions that are buttons of the header, and those that stand in its menu. */
export function splitActions(actions: readonly Action[]): { inSight: Action[]; inMenu: Action[] } {
  return {
    inSight: actions.filter((action) => IN_SIGHT.has(action)),
    inMenu: actions.filter((action) => !IN_SIGHT.has(action)),
  };
}
