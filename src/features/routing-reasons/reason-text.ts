/** Why a conversation went to somebody, or waits, in sentences: for who looks on and for who tries rules out. */
import type {
  RoutingLookedAt,
  RoutingPassed,
  RoutingReason,
  RoutingStrategy,
} from '../../../contract/entities/routing.ts';
import { skillsText } from '../../../contract/routing/texts.ts';
import { plainLine } from '../../../contract/rules/plain-line.ts';

const PASSED: Record<RoutingPassed, string> = {
  channel: 'es de otro canal',
  tags: 'no tiene la etiqueta',
  area: 'es de otra área',
  hours: 'no era el horario',
  page: 'el cliente no estaba en esa página',
  origin: 'no llegó desde ese sitio',
  field: 'los datos del cliente no calzan',
  campaign: 'no viene de esa campaña',
  gone: 'nombra algo que ya no existe',
};

const had = (count: number): string =>
  count === 0 ? 'no tenía ninguna' : `tenía ${count === 1 ? '1 conversación' : `${count} conversaciones`}`;
/** 'Ana'; whoever is gone has no name any more. */
const nameOf = (name: string): string => plainLine(name) || 'Alguien que ya no está en el chatbot';

/** '¿Por qué a Ana?'. */
export const reasonTitle = ({ chosen }: RoutingReason): string =>
  chosen ? `¿Por qué a ${nameOf(chosen.name)}?` : '¿Por qué espera?';

/** What decided: the rule, the bot's own setting, a person. */
export function decidedText({ by, rule, after_wait, waits, passed, teams }: RoutingReason): string {
  const waited = after_wait ? ' Esperaba a su equipo, y alguien quedó con cupo.' : '';
  if (by === 'rule') return `La decidió la regla «${plainLine(rule?.name ?? '')}».${waited}`;
  if (by === 'hand') {
    const area = teams[0]?.area;
    return `Una persona la asignó al equipo${area ? ` de ${area}` : ''}.${waited}`;
  }
  const none = passed.length === 0 ? 'No hay reglas encendidas' : 'Ninguna regla calzó';
  return waits === 'nobody'
    ? `${none} y la asignación automática está apagada.`
    : `${none}: la decidió la asignación automática del chatbot.`;
}

/** The rules before it, each with why it did not decide; null: there are none. */
export function passedText({ passed, passed_more }: RoutingReason): string | null {
  if (passed.length === 0) return null;
  const said = passed.map(({ name, why }) => `«${plainLine(name)}» (${PASSED[why]})`);
  const more = passed_more > 0 ? [`${passed_more} más`] : [];
  return `Antes se descartó: ${[...said, ...more].join(', ')}.`;
}

/** Who was asked, as a heading of what became of them. */
export function teamTitle({ area, named }: RoutingReason['teams'][number], place: number): string {
  const who = named ? 'Personas de la regla' : area ? `Equipo de ${area}` : 'Todo el equipo';
  return place === 0 ? who : `Desborde: ${who.charAt(0).toLowerCase()}${who.slice(1)}`;
}

/** What became of somebody who was looked at. */
export function lookedText(
  { name, outcome, load, most }: RoutingLookedAt,
  strategy: RoutingStrategy,
): string {
  const who = nameOf(name);
  const of = most === null ? '' : ` de ${most}`;
  switch (outcome) {
    case 'chosen':
      return strategy === 'round_robin'
        ? `${who}: era su turno; ${had(load)}${of}.`
        : `${who}: era quien menos tenía; ${had(load)}${of}.`;
    case 'turn':
      return `${who}: tenía cupo, pero no era su turno.`;
    case 'busier':
      return `${who}: ${had(load)}${of}; otra persona iba antes.`;
    case 'full':
      return `${who}: sin cupo (${load} de ${most ?? load}).`;
    case 'full_channel':
      return `${who}: sin cupo en este canal (${load} de ${most ?? load}).`;
    case 'away':
      return `${who}: no estaba en línea.`;
    case 'absent':
      return `${who}: tenía una ausencia planificada.`;
    case 'holder':
      return `${who}: ya la tenía.`;
    case 'no_skill':
      return `${who}: no tiene la habilidad que pide la regla.`;
    case 'not_automatic':
      return `${who}: no recibe asignaciones automáticas.`;
    case 'not_receiving':
      return `${who}: no recibe conversaciones.`;
    case 'no_access':
      return `${who}: su rol no permite responder.`;
    case 'gone':
      return `${who}.`;
  }
}

/** 'Se pidió a alguien con Inglés.'; null: nothing was asked of whoever gets it. */
export function skillsAsked({ skills, chosen, teams }: RoutingReason): string | null {
  if (!skills) return null;
  const names = skillsText(
    skills.match,
    skills.names.map((name) => plainLine(name) || 'una habilidad'),
  );
  if (chosen) return `Se pidió a alguien con ${names}.`;
  const able = teams.some(
    ({ people, more }) => more > 0 || people.some(({ outcome }) => outcome !== 'no_skill'),
  );
  return able ? `Nadie con ${names} estaba disponible.` : `Nadie de quienes se miró tiene ${names}.`;
}

/** What it waits for; null: somebody got it. */
export function waitsText({ waits }: RoutingReason): string | null {
  switch (waits) {
    case 'team':
      return 'Nadie podía recibirla: espera a su equipo y se asigna sola cuando alguien tenga cupo.';
    case 'all':
      return 'Nadie podía recibirla: quedó en Pendientes, para quien la tome.';
    case 'nobody':
      return 'Quedó en Pendientes, para quien la tome.';
    case null:
      return null;
  }
}

/** In one line, for lists: 'Ana · regla «Soporte»', 'Espera al equipo de soporte · regla «Soporte»'. */
export function outcomeText(reason: RoutingReason): string {
  const { chosen, waits, teams, by, rule } = reason;
  const area = teams[0]?.area;
  const who = chosen
    ? nameOf(chosen.name)
    : waits === 'team'
      ? `Espera a su equipo${area ? ` (${area})` : ''}`
      : 'Pendientes, para todos';
  return by === 'rule' ? `${who} · regla «${plainLine(rule?.name ?? '')}»` : `${who} · sin regla`;
}
