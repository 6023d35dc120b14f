/** A step of a conversation's life in words: what happened, and why ('¿Por qué llegó aquí?'). */
import type { SessionRecord } from '../../../../../contract/calls/conversations.ts';
import { plainLine } from '../../../../../contract/rules/plain-line.ts';
import type { ConversationState } from '../../../../../contract/states.ts';
import { STATE_LABELS, withProduct } from '../../../../../contract/texts.ts';

const nameOf = (name: string | null | undefined, otherwise: string) => plainLine(name ?? '') || otherwise;

function actorName({ actor }: SessionRecord): string {
  if (actor.kind === 'visitor') return 'El cliente';
  if (actor.kind === 'bot') return 'El bot';
  if (actor.kind === 'system') return 'El sistema';
  return nameOf(actor.name, 'Alguien del equipo');
}

interface Told {
  what: string;
  /** What made it happen, where that is known beyond `reason`. */
  why?: string;
}

type Teller = (step: SessionRecord, who: string, to: string) => Told;

const AUTO =
  'La asignación automática eligió, entre quienes están conectados, a quien tiene menos conversaciones.';

/** By the command that made the step (machines/conversation). */
const TELLERS: Record<string, Teller> = {
  created: ({ actor }, who) =>
    actor.kind === 'agent'
      ? { what: `${who} inició la conversación` }
      : { what: `${who} inició la conversación`, why: 'Empieza con el asistente.' },
  handoff: ({ actor }, who) =>
    actor.kind === 'agent'
      ? { what: `${who} la dejó en Pendientes` }
      : { what: 'El cliente pidió hablar con una persona', why: 'Nadie la tenía: espera en Pendientes.' },
  team: (_, who) => ({ what: `${who} la dejó esperando a un equipo` }),
  handoff_assigned: ({ from_state, actor }, _who, to) => {
    const back = from_state === 'inactive' ? 'El cliente volvió a escribir' : null;
    const waited = actor.kind === 'system' ? 'Esperaba en Pendientes' : null;
    return {
      what: `${back ?? waited ?? 'El cliente pidió hablar con una persona'}: se asignó a ${to}`,
      why: AUTO,
    };
  },
  take: (_, who) => ({ what: `${who} la tomó` }),
  assign: (_, who, to) => ({ what: `${who} la asignó a ${to}` }),
  derive: (step, who, to) => {
    const from = nameOf(step.from_agent?.name, '');
    if (from && who === to) return { what: `${who} tomó el control: la tenía ${from}` };
    // Somebody else than who had it.
    return { what: from && from !== who ? `${who} la pasó de ${from} a ${to}` : `${who} la derivó a ${to}` };
  },
  release: (_, who) => ({ what: `${who} la liberó: volvió a Pendientes` }),
  return_to_bot: (_, who) => ({ what: `${who} la devolvió al bot` }),
  mark_inactive: (_, who) => ({ what: `${who} la marcó inactiva` }),
  timer_inactive: () => ({
    what: 'Quedó inactiva por tiempo',
    why: 'El cliente no volvió a escribir dentro del plazo.',
  }),
  close: (_, who) => ({ what: `${who} la terminó` }),
  timer_close: () => ({ what: 'Terminó por tiempo', why: 'Pasó el plazo sin que nadie escribiera.' }),
  disconnect: () => ({ what: 'El cliente dejó la conversación' }),
  archive: (_, who) => ({ what: `${who} la archivó` }),
  unarchive: (_, who) => ({ what: `${who} la sacó del archivo` }),
  reopen: (_, who) => ({ what: `${who} la reabrió` }),
  join: (_, who) => ({ what: `${who} la unió a otra del cliente`, why: 'Sigue en esa.' }),
  separate: (_, who) => ({ what: `${who} la separó: volvió a donde estaba` }),
  joined_here: (_, who) => ({ what: `${who} unió aquí otra conversación del cliente` }),
  separated_here: (_, who) => ({ what: `${who} separó una conversación que estaba unida aquí` }),
  delete: (_, who) => ({ what: `${who} la eliminó` }),
  category: (_, who) => ({ what: `${who} cambió el área` }),
  customer_wrote: ({ to_state }, _who, to) => {
    if (to_state === 'taken')
      return { what: `El cliente volvió a escribir: siguió con ${to}`, why: `${to} estaba conectado.` };
    if (to_state === 'pending')
      return {
        what: 'El cliente volvió a escribir: volvió a Pendientes',
        why: 'Ya había pedido hablar con una persona.',
      };
    return { what: 'El cliente volvió a escribir: lo atiende el asistente' };
  },
};

/** Steps of a command that this build does not know, by where they led. */
const BY_STATE: Record<ConversationState, Teller> = {
  active: (_, who) => ({ what: `${who} la devolvió al bot` }),
  pending: (_, who) => ({ what: `${who} la pasó a Pendientes` }),
  taken: (_, who, to) => ({ what: `${who} la asignó a ${to}` }),
  inactive: (_, who) => ({ what: `${who} la marcó inactiva` }),
  closed: (_, who) => ({ what: `${who} la terminó` }),
  archived: (_, who) => ({ what: `${who} la archivó` }),
};

function tell(step: SessionRecord): Told {
  // Before it there was nothing: whatever a later build calls it, that is how the conversation began.
  const began = step.from_state === null ? TELLERS['created'] : undefined;
  const teller = TELLERS[step.event] ?? began ?? BY_STATE[step.to_state];
  return teller(step, actorName(step), nameOf(step.to_agent?.name, 'alguien del equipo'));
}

/** 'Ana la tomó', 'Ana la derivó a Bruno', 'El cliente pidió hablar con una persona'. */
export const stepText = (step: SessionRecord): string => tell(step).what;

/** Why: what the person wrote, else what the rules say; null: the step says it all. */
export const stepWhy = (step: SessionRecord): string | null => tell(step).why ?? null;

/** Where it stood afterwards: 'Pendientes', 'Tomadas · Ana'. */
export function stepPlace(step: SessionRecord, product: string): string {
  const state = withProduct(STATE_LABELS[step.to_state], product);
  return step.to_state === 'taken' && step.to_agent
    ? `${state} · ${nameOf(step.to_agent.name, 'Equipo')}`
    : state;
}

/** '40 s', '12 min', '1 h 05', '2 d 3 h': how long it stayed where a step had brought it. */
export function spanText(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${String(minutes % 60).padStart(2, '0')}`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
