/** A session record in words. */
import type { SessionRecord } from '../../../contract/calls/conversations.ts';
import { STATE_LABELS, withProduct } from '../../../contract/texts.ts';

const actorName = ({ actor }: SessionRecord): string => {
  switch (actor.kind) {
    case 'visitor':
      return 'El cliente';
    case 'bot':
      return 'El bot';
    case 'system':
      return 'El sistema';
    default:
      return actor.name ?? 'Alguien del equipo';
  }
};

/** 'Ana la tomó', 'Ana la derivó a Bruno', 'El cliente pidió hablar con una persona'. */
export function stepText(step: SessionRecord, product: string): string {
  const who = actorName(step);
  const to = step.to_agent?.name ?? 'alguien del equipo';
  if (step.from_state === null)
    return step.to_state === 'active'
      ? `${who} inició la conversación`
      : `Empezó en ${withProduct(STATE_LABELS[step.to_state], product)}`;
  switch (step.to_state) {
    case 'taken':
      if (step.from_state === 'taken') return `${who} la derivó a ${to}`;
      if (step.actor.kind === 'agent' && step.actor.name === step.to_agent?.name) return `${who} la tomó`;
      return `${step.actor.kind === 'agent' ? who : 'La asignación automática'} la asignó a ${to}`;
    case 'pending':
      if (step.from_state === 'taken') return `${who} la liberó: volvió a Pendientes`;
      return step.actor.kind === 'visitor' || step.actor.kind === 'bot'
        ? 'El cliente pidió hablar con una persona'
        : `${who} la pasó a Pendientes`;
    case 'active':
      return step.actor.kind === 'agent' ? `${who} la devolvió al bot` : 'El bot la retomó';
    case 'inactive':
      return step.actor.kind === 'agent'
        ? `${who} la marcó inactiva`
        : 'Quedó inactiva por falta de respuesta';
    case 'closed':
      if (step.from_state === 'archived') return `${who} la desarchivó`;
      return step.actor.kind === 'agent'
        ? `${who} la cerró`
        : step.actor.kind === 'visitor'
          ? 'El cliente se fue'
          : 'Se cerró por tiempo';
    case 'archived':
      return `${who} la archivó`;
  }
}
