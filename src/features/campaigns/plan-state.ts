/** A campaign while it is being made: what was chosen so far, and the plan that it comes to. Pure. */
import { DAY_FAULT, isDay } from '../../../contract/days.ts';
import type {
  CampaignAudience,
  CampaignDetail,
  CampaignFile,
  CampaignPlan,
  CampaignSlot,
} from '../../../contract/entities/campaign.ts';
import type { LeadFilter } from '../../../contract/entities/lead-filter.ts';
import type { WabaTemplate } from '../../../contract/entities/waba-template.ts';
import { startOf } from '../../../contract/rules/local-start.ts';
import { emptySlot, type TemplateSlot, templateSlots } from '../../../contract/rules/template-slots.ts';
import { isTime, TIME_FAULT } from '../../ui/typed-time.ts';

export type AudienceKind = 'segment' | 'filter' | 'lead_ids' | 'file';

/** A client chosen by hand; their name is not known where a draft is opened again. */
export interface Picked {
  id: string;
  name: string | null;
}

/** Where a slot's value comes from: '' is the words that stand in `value`, else a field with a fallback in it. */
export interface SlotChoice {
  field: string;
  value: string;
}

export interface PlanState {
  name: string;
  connectionId: string;
  /** '' until one is chosen. */
  template: { name: string; language: string };
  /** By `slotKey`. */
  slots: Record<string, SlotChoice>;
  kind: AudienceKind;
  segment: string;
  filter: LeadFilter | null;
  picked: Picked[];
  file: CampaignFile | null;
  when: 'now' | 'later';
  day: string;
  time: string;
}

/** What each step shows, and changes a part of. */
export interface StepProps {
  state: PlanState;
  change: (more: Partial<PlanState>) => void;
}

export const EMPTY_PLAN: PlanState = {
  name: '',
  connectionId: '',
  template: { name: '', language: '' },
  slots: {},
  kind: 'segment',
  segment: '',
  filter: null,
  picked: [],
  file: null,
  when: 'now',
  day: '',
  time: '10:00',
};

type Place = Pick<TemplateSlot, 'part' | 'index' | 'key'>;
export const slotKey = ({ part, index, key }: Place): string => `${part} ${index} ${key}`;

/** What a draft says, to be changed. */
export function stateOf(draft: CampaignDetail): PlanState {
  const { audience, send_at } = draft;
  const [day = '', time = EMPTY_PLAN.time] = send_at?.local.split('T') ?? [];
  const kind = (['segment', 'filter', 'lead_ids', 'file'] as const).find(
    (one) => audience[one] !== undefined,
  );
  return {
    name: draft.name === draft.template.name ? '' : draft.name,
    connectionId: draft.connection_id ?? '',
    template: draft.template,
    slots: Object.fromEntries(
      draft.slots.map((slot) => [
        slotKey(slot),
        { field: slot.field ?? '', value: slot.value ?? slot.fallback ?? '' },
      ]),
    ),
    kind: kind ?? 'segment',
    segment: audience.segment ?? '',
    filter: (audience.filter as LeadFilter | undefined) ?? null,
    picked: (audience.lead_ids ?? []).map((id) => ({ id, name: null })),
    file: draft.file ?? null,
    when: send_at ? 'later' : 'now',
    day,
    time,
  };
}

/** What a slot says before anybody chose: the first of the words greets, in nearly all of them. */
export function slotChoice(state: PlanState, slots: readonly TemplateSlot[], slot: TemplateSlot): SlotChoice {
  const greets = slots.find(({ part }) => part === 'body') === slot;
  return state.slots[slotKey(slot)] ?? { field: greets ? 'first_name' : '', value: '' };
}

/** The audience as it is asked for; null: it is not chosen yet. */
export function audienceOf({ kind, segment, filter, picked, file }: PlanState): CampaignAudience | null {
  switch (kind) {
    case 'segment':
      return segment === '' ? null : { segment };
    case 'filter':
      return filter === null ? null : { filter: filter as never };
    case 'lead_ids':
      return picked.length === 0 ? null : { lead_ids: picked.map(({ id }) => id) };
    case 'file':
      return file === null ? null : { file: file.id };
  }
}

/** Each slot with its value or field; what may be left empty is left out. */
export function slotsOf(state: PlanState, template: WabaTemplate): CampaignSlot[] {
  const slots = templateSlots(template.components);
  return slots.flatMap((slot): CampaignSlot[] => {
    const { field, value } = slotChoice(state, slots, slot);
    const place = { part: slot.part, index: slot.index, key: slot.key };
    if (field !== '')
      return [{ ...place, field, ...(value.trim() === '' ? {} : { fallback: value.trim() }) }];
    return value.trim() === '' && slot.optional ? [] : [{ ...place, value: value.trim() }];
  });
}

/** The first slot whose fixed words don't do, or that names a column of a file that is not the audience's; null: all are filled. */
export function unfilled(state: PlanState, template: WabaTemplate): TemplateSlot | null {
  const slots = templateSlots(template.components);
  const columns = state.kind === 'file' ? (state.file?.columns ?? []) : [];
  const lost = slots.find((slot) => {
    const { field } = slotChoice(state, slots, slot);
    return field.startsWith('file.') && !columns.includes(field.slice('file.'.length));
  });
  if (lost) return lost;
  // What comes from a field is known once there is a client; here it only must be something.
  const filled = slotsOf(state, template).map((slot) => ({
    part: slot.part,
    index: slot.index,
    key: slot.key,
    value: slot.field === undefined ? (slot.value ?? '') : 'https://x.cl/1',
  }));
  const fixed = templateSlots(template.components).filter(
    (slot) => slotChoice(state, slots, slot).field === '',
  );
  const empty = emptySlot(template.components, filled);
  return empty && fixed.some((slot) => slotKey(slot) === slotKey(empty)) ? empty : null;
}

/** What is wrong with the time; null: nothing, or it leaves at once. */
export function whenFault({ when, day, time }: PlanState, zone: string, now: number): string | null {
  if (when === 'now') return null;
  if (day === '' || time === '') return 'Elige el día y la hora.';
  if (!isDay(day)) return DAY_FAULT;
  if (!isTime(time)) return TIME_FAULT;
  const starts = startOf({ local: `${day}T${time}`, zone });
  if (typeof starts === 'string') return starts;
  return starts.getTime() <= now ? 'Elige una hora que todavía no pasa.' : null;
}

/** The plan, whatever its time; null while something is missing. */
export function planOf(
  state: PlanState,
  template: WabaTemplate | null,
  { botId, zone }: { botId: number; zone: string },
): CampaignPlan | null {
  const audience = audienceOf(state);
  if (!template || state.connectionId === '' || audience === null || unfilled(state, template)) return null;
  const later = state.when === 'later' && isDay(state.day) && isTime(state.time);
  return {
    bot_id: botId,
    connection_id: state.connectionId,
    template: { name: template.name, language: template.language },
    slots: slotsOf(state, template),
    audience,
    send_at: later ? { local: `${state.day}T${state.time}`, zone } : null,
    ...(state.name.trim() === '' ? {} : { name: state.name.trim() }),
  };
}
