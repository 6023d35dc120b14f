/** How a row of /agentes reads (docs/product.md §2 'Agents screen'). Pure. */
import dayjs from 'dayjs';
import { type AgentDetails, type AgentSummary, NO_CONVERSATIONS } from '../../../contract/entities/agent.ts';
import { LIMITS } from '../../../contract/limits.ts';

export const DASH = '–';

/** '21/11/2026 09:05 am'; a dash without one. */
export const momentText = (iso: string | null): string =>
  iso === null ? DASH : dayjs(iso).format('DD/MM/YYYY hh:mm a');

/** When somebody last answered a customer; a dash where they never had a conversation. */
export const interventionText = (value: AgentSummary['last_intervention']): string =>
  value === NO_CONVERSATIONS ? DASH : momentText(value);

/** 'Ventas, general' as areas are written; 'Sin Asignar' without any. */
export const areasText = (areas: readonly string[]): string =>
  areas.length === 0 ? 'Sin Asignar' : areas.join(', ');

/** '4,3'; null: nobody rated, a dash. */
export const ratingText = (stars: number): string | null =>
  stars === 0 ? null : stars.toFixed(1).replace('.', ',');

/** Built-in roles are written small on the wire. */
export const roleText = (name: string): string => name.charAt(0).toLocaleUpperCase('es') + name.slice(1);

/** Rows to show: owners are hidden. */
export const shownAgents = (rows: readonly AgentSummary[]): AgentSummary[] =>
  rows.filter(({ role }) => role.base !== 'propietario');

/** A row with the figures of a live-3 bot in place of the summary's (docs/product.md §7 agent_details). */
export function withDetails(row: AgentSummary, details: readonly AgentDetails[] | undefined): AgentSummary {
  const own = details?.find(({ agent_id }) => agent_id === row.id);
  return own ? { ...row, quantity_conversations: own.conversations, califications: own.califications } : row;
}

/** One page of a list, and how many pages there are. A page that no longer exists shows the last one. */
export function pageOf<T>(rows: readonly T[], page: number, size: number = LIMITS.agentPage) {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const shown = Math.min(Math.max(1, page), pages);
  return { rows: rows.slice((shown - 1) * size, shown * size), page: shown, pages };
}
