/** What moved a counter, in words. Pure. */
import type { CounterMove } from '../../../../contract/calls/supervision.ts';
import { plainLine } from '../../../../contract/rules/plain-line.ts';
import { STATE_LABELS, withProduct } from '../../../../contract/texts.ts';
import { isMarkedList, type ListState, type MarkedList } from '../../../../machines/inbox/held.ts';

/** Who did it. */
export function moverName({ actor }: Pick<CounterMove, 'actor'>): string {
  switch (actor.kind) {
    case 'visitor':
      return 'El cliente';
    case 'bot':
      return 'El asistente';
    case 'system':
      return 'El sistema';
    default:
      return plainLine(actor.name ?? '') || 'Alguien del equipo';
  }
}

/** What moved a figure of what is marked, where the conversation stayed where it was. */
const MARKED: Record<MarkedList, Record<CounterMove['delta'], string>> = {
  followed: { '1': 'la empezó a seguir', '-1': 'la dejó de seguir' },
  mentioned: { '1': 'mencionó a alguien en una nota', '-1': 'miró la mención, o la quitó de la nota' },
  overdue: { '1': 'dio por vencido el plazo de la respuesta', '-1': 'respondió, o cambió el plazo' },
};

/**
 * What happened: 'la tomó', 'pidió hablar con una persona'.
 * @param of what the figure is of
 */
export function moveText(move: CounterMove, of?: ListState): string {
  if (of && isMarkedList(of) && move.from_state === move.to_state) return MARKED[of][move.delta];
  if (move.from_state === null) return 'inició una conversación';
  if (move.from_state === move.to_state) {
    // What is taken is only ever moved from one person to another.
    if (move.to_state === 'taken') return 'cambió quién la tiene';
    return move.delta === 1 ? 'la puso a tu vista' : 'la sacó de tu vista';
  }
  switch (move.name) {
    case 'OLD_COUNTERS_WHEN_TAKEN':
      return move.from_state === 'closed' ? 'la reabrió' : 'la tomó';
    case 'DERIVE_CONVERSATION':
      return 'la asignó';
    case 'PUSH_PENDING_CONVERSATION':
      return move.actor.kind === 'agent' ? 'la pasó a personas' : 'pidió hablar con una persona';
    case 'INACTIVE_CONVERSATION':
      return move.actor.kind === 'agent' ? 'la marcó inactiva' : 'la dejó inactiva por tiempo';
    case 'FROM_INACTIVE_TO_TAKEN':
      return move.actor.kind === 'agent' ? 'la tomó' : 'volvió a escribir';
    case 'TIMER_CLOSE_CONVERSATION':
      return 'la terminó por tiempo';
    case 'DISCONNECT_CONVERSATION':
      return 'dejó la conversación';
    default:
      return BY_STATE[move.to_state];
  }
}

const BY_STATE: Record<CounterMove['to_state'], string> = {
  active: 'la devolvió al asistente',
  pending: 'la dejó en Pendientes',
  taken: 'la dejó en Tomadas',
  inactive: 'la dejó inactiva',
  closed: 'la terminó',
  archived: 'la archivó',
};

/** 'Pendientes → Tomadas', 'Nueva en Charla IA'. */
export function wayText({ from_state, to_state }: CounterMove, product: string): string {
  const to = withProduct(STATE_LABELS[to_state], product);
  if (from_state === to_state) return to;
  return from_state === null ? `Nueva en ${to}` : `${withProduct(STATE_LABELS[from_state], product)} → ${to}`;
}

/** '+1', '−1': a real minus, which screen readers say. */
export const deltaText = (delta: 1 | -1): string => (delta === 1 ? '+1' : '−1');

/** Those of both sources, newest first, each once. */
export function mergedMoves(local: readonly CounterMove[], older: readonly CounterMove[]): CounterMove[] {
  const known = new Set(local.map(({ id }) => id));
  return [...local, ...older.filter(({ id }) => !known.has(id))].sort((a, b) => b.seq - a.seq);
}
