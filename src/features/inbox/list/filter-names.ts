/** What each filter in force is called, for chips and for the name of a saved view. Pure. */
import type { FilterCatalogue } from '../../../../contract/calls/inbox-tools.ts';
import type { AnswerLevel } from '../../../../contract/entities/answer-deadlines.ts';
import { CHANNEL_LABELS, PRIORITY_LABELS } from '../../../../contract/texts.ts';
import { dayOnScreen } from '../../../ui/date-range/range.ts';
import { CATALOGUE_KINDS, type CatalogueKind, type InboxFilters } from './inbox-search.ts';
import type { FilterChange } from './use-selection.ts';

export const KIND_LABELS: Record<CatalogueKind, string> = {
  marca: 'Marca',
  modelo: 'Modelo',
  ciudad: 'Ciudad',
  proyecto: 'Proyecto',
  solicitudes: 'Solicitud',
};

/** How far the deadline of an answer has come, for filters. */
export const ANSWER_NAMES: Record<AnswerLevel, string> = { near: 'Por vencer', late: 'Vencida' };

export interface FilterName {
  key: string;
  /** 'Canal: WhatsApp'. */
  label: string;
  /** Takes it away. */
  without: FilterChange;
}

/** Names that stand elsewhere. */
export interface Names {
  state: (state: NonNullable<InboxFilters['state']>) => string;
  agentName: (id: number) => string | undefined;
  catalogue: FilterCatalogue | undefined;
}

function days({ from, to }: InboxFilters): string | null {
  if (from && to) return from === to ? dayOnScreen(from) : `${dayOnScreen(from)} a ${dayOnScreen(to)}`;
  if (from) return `desde el ${dayOnScreen(from)}`;
  return to ? `hasta el ${dayOnScreen(to)}` : null;
}

/** In the order in which the panel has them. */
export function filterNames(filters: InboxFilters, names: Names): FilterName[] {
  const found: FilterName[] = [];
  const add = (key: string, label: string, without: FilterChange) => found.push({ key, label, without });
  const { state, q, channel, agent, area, priority, answer, tags = [], unread, snoozed, archived } = filters;
  if (q !== undefined && state && state !== 'all') {
    add('state', names.state(state), { state: undefined });
  }
  if (channel) add('channel', CHANNEL_LABELS[channel], { channel: undefined });
  if (agent) add('agent', names.agentName(agent) ?? `Agente ${agent}`, { agent: undefined });
  if (area) add('area', `Área: ${area}`, { area: undefined });
  if (priority) add('priority', `Prioridad: ${PRIORITY_LABELS[priority]}`, { priority: undefined });
  if (answer) add('answer', `Respuesta ${ANSWER_NAMES[answer].toLowerCase()}`, { answer: undefined });
  for (const tag of tags) {
    const left = tags.filter((one) => one !== tag);
    add(`tag-${tag}`, `Etiqueta: ${tag}`, { tags: left.length > 0 ? left : undefined });
  }
  const range = days(filters);
  if (range) add('days', `Fecha: ${range}`, { from: undefined, to: undefined });
  if (unread) add('unread', 'Sin leer', { unread: undefined });
  if (snoozed) add('snoozed', 'Pospuestas', { snoozed: undefined });
  if (archived) add('archived', 'En archivadas', { archived: undefined });
  for (const kind of CATALOGUE_KINDS) {
    const name = filters[kind];
    if (name === undefined) continue;
    const shown = names.catalogue?.[kind].find((item) => item.name === name)?.formatted ?? name;
    const without = kind === 'marca' ? { marca: undefined, modelo: undefined } : { [kind]: undefined };
    add(kind, `${KIND_LABELS[kind]}: ${shown}`, without);
  }
  return found;
}
