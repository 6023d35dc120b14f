/** What rules of assignment may be made of, and what of them is no more. Form, screen and server all ask. */
import type { RoutingRule, RoutingSettings, RoutingThings } from '../entities/routing.ts';

/** Fields that every client has; the bot's own are named 'own:' and their key. */
export const CLIENT_FIELDS = {
  name: 'Nombre',
  email: 'Correo',
  phone: 'Teléfono',
  rut: 'RUT',
  city: 'Ciudad',
} as const;
export type ClientField = keyof typeof CLIENT_FIELDS;

/** How a rule names one of the bot's own fields. */
export const ownFieldName = (key: string): string => `own:${key}`;

/** What rules may name, as far as it is asked whether they do. */
export interface KnownThings extends Pick<RoutingThings, 'people' | 'campaigns' | 'fields'> {
  skills: readonly Pick<RoutingThings['skills'][number], 'id' | 'name'>[];
}

/** Ids and names of a rule that are no more, by what they are. */
interface Missing {
  people: number[];
  campaigns: string[];
  fields: string[];
  skills: number[];
}

type Naming = Pick<RoutingRule, 'to' | 'when' | 'skills'>;

/** What a rule names and nobody knows (any more). */
export function missingOf({ to, when, skills }: Naming, known: KnownThings): Missing {
  const named = 'people' in to ? to.people : [];
  return {
    people: named.filter((id) => !known.people.some((person) => person.id === id)),
    campaigns: when.campaigns.filter((id) => !known.campaigns.some((campaign) => campaign.id === id)),
    fields: when.fields
      .map(({ field }) => field)
      .filter((name) => !known.fields.some(({ field }) => field === name)),
    skills: skills.ids.filter((id) => !known.skills.some((skill) => skill.id === id)),
  };
}

/**
 * Whether it can't be followed: nobody whom it names is left, none of its campaigns is, a field is gone, or a skill that
 * whoever gets it must have; of skills any of which will do: all of them.
 */
export function isGone(rule: Naming, known: KnownThings): boolean {
  const { people, campaigns, fields, skills } = missingOf(rule, known);
  const { match, ids } = rule.skills;
  const all = 'people' in rule.to && people.length === rule.to.people.length;
  return (
    all ||
    fields.length > 0 ||
    (skills.length > 0 && (match === 'all' || skills.length === ids.length)) ||
    (rule.when.campaigns.length > 0 && campaigns.length === rule.when.campaigns.length)
  );
}

/** What of the settings contradicts itself, at which field; null: nothing does. */
export function routingFault({
  rules,
  overrides,
}: RoutingSettings): { field: string; message: string } | null {
  for (const [place, rule] of rules.entries()) {
    const field = `rules.${place}`;
    if (rule.name.trim() === '') return { field, message: 'Ponle un nombre a la regla.' };
    if (rules.findIndex(({ id }) => id === rule.id) !== place)
      return { field, message: 'Una regla está dos veces.' };
    if (new Set(rule.overflow).size < rule.overflow.length)
      return { field, message: `«${rule.name}»: un área de desborde está dos veces.` };
    if ('area' in rule.to && rule.overflow.includes(rule.to.area))
      return { field, message: `«${rule.name}»: el desborde no vuelve a la misma área.` };
    if ('people' in rule.to && new Set(rule.to.people).size < rule.to.people.length)
      return { field, message: `«${rule.name}»: una persona está dos veces.` };
    if (new Set(rule.skills.ids).size < rule.skills.ids.length)
      return { field, message: `«${rule.name}»: una habilidad está dos veces.` };
    const blank = rule.when.fields.some(({ value }) => value.trim() === '');
    if (blank) return { field, message: `«${rule.name}»: escribe el valor del campo.` };
  }
  const people = overrides.map(({ user_id }) => user_id);
  if (new Set(people).size < people.length)
    return { field: 'overrides', message: 'Cada persona tiene un solo cupo propio.' };
  return null;
}
