/** The columns of the list: which there are, which are shown unless somebody chooses, and what a cell says. Pure. */
import { type LeadInList, type LeadSort, USUAL_LEAD_SORT } from '../../../../contract/calls/leads.ts';
import type { ConsentState } from '../../../../contract/entities/lead.ts';
import type { OwnField } from '../../../../contract/entities/lead-field.ts';
import { LEAD_WORDS } from '../../../../contract/rules/lead-words.ts';
import { phoneText } from '../../../../contract/rules/phone.ts';
import { readRut } from '../../../../contract/rut.ts';
import { CHANNEL_LABELS } from '../../../../contract/texts.ts';
import { dateText, dateTimeText } from '../../../ui/dates.ts';
import { figure } from '../../../ui/money.ts';
import { ownText } from '../../inbox/client/lead-fields.ts';

export interface Column {
  name: string;
  label: string;
  /** Least width in px; what is left over is shared in this proportion. */
  width: number;
  /** By which the server can order. */
  sort?: 'email' | 'city' | 'last_activity' | 'conversations' | 'created_at';
  figures?: true;
  text: (lead: LeadInList) => string;
}

const YES_NO: Record<ConsentState, string> = { granted: 'Sí', denied: 'No', unknown: '' };

/** Beside the name, which always comes first. */
const STANDARD: readonly Column[] = [
  {
    name: 'phone',
    label: LEAD_WORDS.phone,
    width: 150,
    figures: true,
    text: ({ phone }) => phoneText(phone ?? ''),
  },
  { name: 'email', label: LEAD_WORDS.email, width: 200, sort: 'email', text: ({ email }) => email ?? '' },
  {
    name: 'rut',
    label: LEAD_WORDS.rut,
    width: 120,
    figures: true,
    text: ({ rut }) => (rut ? (readRut(rut) ?? rut) : ''),
  },
  { name: 'city', label: LEAD_WORDS.city, width: 120, sort: 'city', text: ({ city }) => city ?? '' },
  { name: 'tags', label: LEAD_WORDS.tags, width: 160, text: ({ tags }) => tags.join(', ') },
  { name: 'areas', label: LEAD_WORDS.areas, width: 130, text: ({ areas = [] }) => areas.join(', ') },
  {
    name: 'channels',
    label: 'Canales',
    width: 120,
    text: ({ channels }) => channels.map((channel) => CHANNEL_LABELS[channel]).join(', '),
  },
  {
    name: 'last_activity',
    label: LEAD_WORDS.last_activity,
    width: 150,
    sort: 'last_activity',
    figures: true,
    text: ({ last_activity }) => (last_activity ? dateTimeText(last_activity) : ''),
  },
  {
    name: 'conversations',
    label: LEAD_WORDS.conversations,
    width: 130,
    sort: 'conversations',
    figures: true,
    text: ({ conversations }) => figure(conversations),
  },
  {
    name: 'created_at',
    label: 'Cliente desde',
    width: 130,
    sort: 'created_at',
    figures: true,
    text: ({ created_at }) => dateText(created_at),
  },
  {
    name: 'marketing',
    label: LEAD_WORDS.marketing,
    width: 140,
    text: ({ consents }) => YES_NO[consents?.marketing ?? 'unknown'],
  },
  {
    name: 'service',
    label: 'Acepta avisos',
    width: 130,
    text: ({ consents }) => YES_NO[consents?.service ?? 'unknown'],
  },
  { name: 'blocked', label: LEAD_WORDS.blocked, width: 100, text: ({ blocked }) => (blocked ? 'Sí' : '') },
  { name: 'notes', label: LEAD_WORDS.notes, width: 200, text: ({ notes }) => notes ?? '' },
  { name: 'id', label: 'ID', width: 280, figures: true, text: ({ _id }) => _id },
];

const USUAL = ['phone', 'email', 'tags', 'channels', 'last_activity', 'conversations', 'created_at'];

/** All that the bot's clients have. */
export const allColumns = (own: readonly OwnField[]): Column[] => [
  ...STANDARD,
  ...own.map(
    ({ key, label, type, catalogue }): Column => ({
      name: `field.${key}`,
      label,
      width: 140,
      ...(type === 'number' || type === 'date' ? { figures: true } : {}),
      text: ({ fields }) => ownText(fields?.[key], { catalogue }),
    }),
  ),
];

/** From its beginning and from its end, by what is ordered. */
const WAYS: Record<string, readonly [string, string]> = {
  name: ['de la A a la Z', 'de la Z a la A'],
  email: ['de la A a la Z', 'de la Z a la A'],
  city: ['de la A a la Z', 'de la Z a la A'],
  last_activity: ['primero la más antigua', 'primero la más reciente'],
  conversations: ['de menos a más', 'de más a menos'],
  created_at: ['primero los más antiguos', 'primero los más nuevos'],
};

/** In words, because the column that says it may be hidden, out of sight to the right, or not there on a phone. */
export function sortText(sort: LeadSort = USUAL_LEAD_SORT): string {
  const name = sort.replace('-', '');
  const label = STANDARD.find((column) => column.sort === name)?.label ?? LEAD_WORDS.name;
  return `Ordenado por ${label}: ${WAYS[name]?.[sort === name ? 0 : 1] ?? ''}`;
}

/** What this browser remembers: names of columns in their order. */
export const readColumns = (stored: unknown): readonly string[] =>
  Array.isArray(stored) ? [...new Set(stored.filter((name) => typeof name === 'string'))] : USUAL;

/** The chosen ones in their order; a column that is no more is left out. */
export const shownColumns = (chosen: readonly string[], all: readonly Column[]): Column[] =>
  chosen.flatMap((name) => all.find((column) => column.name === name) ?? []);
