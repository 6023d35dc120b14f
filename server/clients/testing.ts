/** A filter of clients read plainly over rows: what the SQL of compile-filter.ts is held against. */
import { dayIn } from '../../contract/days.ts';
import type { Lead } from '../../contract/entities/lead.ts';
import {
  dayOfValue,
  isGroup,
  type LeadCondition,
  type LeadFilter,
  type OwnKinds,
  type partsOf,
} from '../../contract/entities/lead-filter.ts';
import { foldText } from '../../contract/rules/search-text.ts';
import { momentOf, phoneDigits, rutDigits } from './compile-filter.ts';

/** A client with what the viewer sees of its conversations. */
export interface PlainLead extends Lead {
  conversations: { channel: string; last_message_date: string }[];
}

const DAY = 24 * 60 * 60 * 1000;

function text(held: string | null, { op, value, field }: LeadCondition): boolean {
  if (op === 'empty') return ((held ?? '') === '') === value;
  const wanted = String(value);
  if (field === 'phone' || field === 'rut') {
    const bare = field === 'phone' ? phoneDigits(wanted) : rutDigits(wanted);
    const own = field === 'phone' ? (held ?? '').replace(/\D/g, '') : rutDigits(held ?? '');
    if (bare === '') return false;
    return op === 'eq' ? own === bare : own.includes(bare);
  }
  if (held === null) return false;
  return op === 'eq' ? foldText(held) === foldText(wanted) : foldText(held).includes(foldText(wanted));
}

function date(held: string | null, { op, value }: LeadCondition, now: Date): boolean {
  if (held === null) return false;
  const at = Date.parse(held);
  if (op === 'within_days') return at >= now.getTime() - Number(value) * DAY;
  const bound = momentOf(String(value)).getTime();
  return op === 'before' ? at < bound : at >= bound;
}

const number = (held: number | null, { op, value }: LeadCondition): boolean =>
  held !== null && (op === 'eq' ? held === value : op === 'gt' ? held > Number(value) : held < Number(value));

const choice = (held: readonly string[], { op, value }: LeadCondition): boolean =>
  held.some((one) => (value as string[]).includes(one)) === (op === 'in');

function own(lead: PlainLead, key: string, condition: LeadCondition, kinds: OwnKinds, now: Date): boolean {
  const held = lead.fields?.[key] ?? null;
  switch (kinds[key]?.type) {
    case 'text':
      return text(held === null ? null : String(held), condition);
    case 'number':
      return number(typeof held === 'number' ? held : null, condition);
    case 'boolean':
      return held === condition.value;
    case 'list':
      return choice(held === null ? [] : [String(held)], condition);
    default: {
      if (held === null) return false;
      const day = String(held);
      if (condition.op === 'within_days') return day >= dayIn(now.getTime() - Number(condition.value) * DAY);
      const bound = dayOfValue(String(condition.value));
      return condition.op === 'before' ? day < bound : day >= bound;
    }
  }
}

function holds(lead: PlainLead, condition: LeadCondition, kinds: OwnKinds, now: Date): boolean {
  const { field } = condition;
  const last = lead.conversations
    .map(({ last_message_date }) => last_message_date)
    .sort()
    .at(-1);
  switch (field) {
    case 'name':
    case 'email':
    case 'phone':
    case 'rut':
      return text(lead[field], condition);
    case 'city':
      return text(lead.city ?? null, condition);
    case 'tags':
      return choice(lead.tags, condition);
    case 'areas':
      return choice(lead.areas ?? [], condition);
    case 'channel':
      return choice(
        lead.conversations.map(({ channel }) => channel),
        condition,
      );
    case 'consent.marketing':
      return choice([lead.consents?.marketing ?? 'unknown'], condition);
    case 'consent.service':
      return choice([lead.consents?.service ?? 'unknown'], condition);
    case 'created_at':
      return date(lead.created_at, condition, now);
    case 'last_activity':
      return date(last ?? null, condition, now);
    case 'conversations':
      return number(lead.conversations.length, condition);
    default:
      return own(lead, field.replace(/^field\./, ''), condition, kinds, now);
  }
}

/** Whether a client meets a filter. */
export function meets(lead: PlainLead, filter: LeadFilter, kinds: OwnKinds, now: Date): boolean {
  const meetsPart = (part: ReturnType<typeof partsOf>[number]) =>
    isGroup(part) ? meets(lead, part, kinds, now) : holds(lead, part, kinds, now);
  return 'all' in filter ? filter.all.every(meetsPart) : filter.any.some(meetsPart);
}
