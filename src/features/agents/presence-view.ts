/** How an agent's presence, status and absence read in a row of /agentes, and by which rows are chosen. Pure. */
import type { Absence } from '../../../contract/entities/absence.ts';
import type { AgentSummary } from '../../../contract/entities/agent.ts';
import type { AgentPresence } from '../../../contract/entities/agent-presence.ts';
import { absenceAt, absentUntilText } from '../../../contract/rules/absences.ts';
import type { AgentStatus } from '../../../contract/states.ts';
import { AGENT_STATUS_LABELS } from '../../../contract/texts.ts';
import { waitText } from '../../ui/dates.ts';
import { momentText } from './agent-view.ts';

/** What is known of the people of a bot besides their summaries. */
export interface Around {
  /** Undefined: not loaded. */
  presence: readonly AgentPresence[] | undefined;
  absences: readonly Absence[];
  zone: string;
  /** Names of somebody's skills. */
  skills: (userId: number) => string[];
  /** The server's present, ms since 1970. */
  now: number;
}

const DEVICES: Record<AgentPresence['devices'][number], string> = {
  computer: 'computador',
  phone: 'celular',
  tablet: 'tablet',
};
const list = new Intl.ListFormat('es', { type: 'conjunction' });

/** Somebody as the table tells of them. */
export interface Standing {
  /** As colleagues see it: who chose Conectado and is nowhere connected is not there. */
  dot: AgentStatus;
  status: string;
  /** Where they are connected, or when they were last. */
  presence: string;
  /** 'Ausencia planificada hasta …'; null: none holds now. */
  absence: string | null;
}

/** Null: nothing is known of them yet. */
export function standingOf(userId: number, { presence, absences, zone, now }: Around): Standing | null {
  const found = presence?.find(({ user_id }) => user_id === userId);
  if (!found) return null;
  const { status, since, devices, last_seen_at } = found;
  const there = devices.length > 0;
  const absence = absenceAt(absences, userId, now);
  return {
    dot: status === 'active' && !there ? 'inactive' : status,
    status:
      status === 'active' && !there
        ? 'Sin conexión'
        : `${AGENT_STATUS_LABELS[status]} hace ${waitText(since, now)}`,
    presence: there
      ? `En línea en ${list.format(devices.map((kind) => DEVICES[kind]))}`
      : last_seen_at === null
        ? 'Aún no ha entrado'
        : `En línea hasta ${momentText(last_seen_at)}`,
    absence: absence ? absentUntilText(absence.to, zone) : null,
  };
}

/** 'Ahora' for who is connected; else when they last were. */
export function lastSeenText(row: AgentSummary, { presence }: Around): string {
  const found = presence?.find(({ user_id }) => user_id === row.id);
  if (!found) return momentText(row.last_activity);
  return found.devices.length > 0 ? 'Ahora' : momentText(found.last_seen_at);
}

export const SHOWN = {
  all: 'Todas las personas',
  online: 'En línea',
  offline: 'Sin conexión',
  away: 'En ausencia planificada',
} as const;
export const ORDERS = { name: 'Nombre', status: 'Estado', seen: 'Última conexión' } as const;
export interface Choice {
  shown: keyof typeof SHOWN;
  /** '': any. */
  skill: string;
  order: keyof typeof ORDERS;
}
export const EVERYBODY: Choice = { shown: 'all', skill: '', order: 'name' };

const RANK: Record<AgentStatus, number> = { active: 0, absent: 1, inactive: 2, close_session: 3 };

/** The rows of a choice in its order; by name, as they come, where they are equal. */
export function chosenRows(rows: readonly AgentSummary[], choice: Choice, around: Around): AgentSummary[] {
  const { presence, absences, now } = around;
  const of = new Map(presence?.map((one) => [one.user_id, one]));
  const online = ({ id }: AgentSummary) => (of.get(id)?.devices.length ?? 0) > 0;
  const kept = rows.filter((row) => {
    if (choice.skill !== '' && !around.skills(row.id).includes(choice.skill)) return false;
    if (choice.shown === 'online') return online(row);
    if (choice.shown === 'offline') return !online(row);
    if (choice.shown === 'away') return absenceAt(absences, row.id, now) !== undefined;
    return true;
  });
  const rank = (row: AgentSummary) => RANK[standingOf(row.id, around)?.dot ?? 'close_session'];
  const seen = (row: AgentSummary) => (online(row) ? now : Date.parse(row.last_activity ?? '') || 0);
  if (choice.order === 'status') return kept.sort((a, b) => rank(a) - rank(b));
  if (choice.order === 'seen') return kept.sort((a, b) => seen(b) - seen(a));
  return kept;
}
