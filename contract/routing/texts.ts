/** Rules of assignment as people read them: on their screen, in a record of changes, beside their own changes. */
import type { Capacity, RoutingRule, RoutingSettings, RoutingSkills } from '../entities/routing.ts';
import { CHANNELS } from '../states.ts';
import { CHANNEL_LABELS } from '../texts.ts';
import type { KnownThings } from './rules.ts';

const GONE = 'algo que ya no existe';
const HIDDEN = 'algo que tu rol no muestra';

/** A name of something that rules name; blank: its reader may not read it (`routingThings`). */
export const readName = (name: string): string => name || HIDDEN;
const nameIn = (one: { name: string } | undefined): string => (one ? readName(one.name) : GONE);
const list = (words: readonly string[]): string => words.join(', ');

/** One line for each condition; none: every conversation. */
export function conditionTexts({ when }: Pick<RoutingRule, 'when'>, known: KnownThings): string[] {
  const campaign = (id: string) => nameIn(known.campaigns.find((one) => one.id === id));
  const label = (name: string) => {
    const found = known.fields.find(({ field }) => field === name);
    return nameIn(found && { name: found.label });
  };
  return [
    ...(when.channels.length > 0 ? [`Canal: ${list(when.channels.map((one) => CHANNEL_LABELS[one]))}`] : []),
    ...(when.tags.length > 0 ? [`Etiqueta: ${list(when.tags)}`] : []),
    ...(when.areas.length > 0
      ? [`Área: ${list(when.areas.map((one) => (one === 'none' ? 'sin área' : one)))}`]
      : []),
    ...(when.hours === 'any' ? [] : [when.hours === 'open' ? 'En horario de atención' : 'Fuera de horario']),
    ...(when.page === '' ? [] : [`Página con «${when.page}»`]),
    ...(when.origin === '' ? [] : [`Llegó desde «${when.origin}»`]),
    ...when.fields.map(
      ({ field, op, value }) => `${label(field)} ${op === 'is' ? 'es' : 'contiene'} «${value}»`,
    ),
    ...(when.campaigns.length > 0 ? [`Campaña: ${list(when.campaigns.map(campaign))}`] : []),
  ];
}

/** 'Inglés y Francés'; any of them: 'Inglés o Francés'. */
export function skillsText(match: RoutingSkills['match'], names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  if (names.length < 2) return last;
  return `${list(names.slice(0, -1))} ${match === 'all' ? 'y' : 'o'} ${last}`;
}

/** 'soporte, con Inglés, por turnos; si no hay cupo: ventas; si nadie puede, espera a su equipo'. */
export function targetText(
  {
    to,
    skills,
    strategy,
    overflow,
    otherwise,
  }: Pick<RoutingRule, 'to' | 'skills' | 'strategy' | 'overflow' | 'otherwise'>,
  known: Pick<KnownThings, 'people' | 'skills'>,
): string {
  const person = (id: number) =>
    known.people.find((one) => one.id === id)?.name ?? 'alguien que ya no está en el chatbot';
  const who = 'area' in to ? `Equipo de ${to.area}` : list(to.people.map(person));
  const names = skills.ids.map((id) => nameIn(known.skills.find((one) => one.id === id)));
  const able = names.length > 0 ? [`con ${skillsText(skills.match, names)}`] : [];
  const how = strategy === 'round_robin' ? 'por turnos' : 'a quien tiene menos';
  const then = overflow.length > 0 ? [`sin cupo: ${list(overflow)}`] : [];
  const last =
    otherwise === 'team' ? 'si nadie puede, espera a su equipo' : 'si nadie puede, queda para todos';
  return [[who, ...able, how].join(', '), ...then, last].join('; ');
}

/** 'Hasta 5 a la vez; WhatsApp 3'; 'Sin límite'. */
export function capacityText(capacity: Capacity): string {
  const channels = CHANNELS.flatMap((one) =>
    capacity[one] === null ? [] : [`${CHANNEL_LABELS[one]} ${capacity[one]}`],
  );
  const total = capacity.total === null ? [] : [`Hasta ${capacity.total} a la vez`];
  return [...total, ...channels].join('; ') || 'Sin límite';
}

/** Whole settings, by the names of their parts. */
export function routingTexts({ rules, capacity, overrides }: RoutingSettings, known: KnownThings) {
  const rule = (one: RoutingRule, place: number) => {
    const when = conditionTexts(one, known);
    const off = one.enabled ? '' : ' (apagada)';
    return `${place + 1}. ${one.name}${off}: ${list(when) || 'todas'} → ${targetText(one, known)}`;
  };
  const person = (id: number) =>
    known.people.find((one) => one.id === id)?.name ?? 'alguien que ya no está en el chatbot';
  return {
    rules: rules.map(rule).join('\n'),
    capacity: capacityText(capacity),
    overrides: overrides.map((one) => `${person(one.user_id)}: ${capacityText(one.capacity)}`).join('\n'),
  };
}
