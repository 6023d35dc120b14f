/** Hours of agents as the screen and the CSV show them. Pure; seconds come from the server, exact. */
import dayjs from 'dayjs';
import 'dayjs/locale/es';
import type { StatusHistory } from '../../../contract/entities/agent.ts';
import { AGENT_STATUSES, type AgentStatus } from '../../../contract/states.ts';
import { AGENT_STATUS_LABELS } from '../../../contract/texts.ts';

export type AgentDays = StatusHistory['agents'][number];
export type Day = AgentDays['days'][number];
export type Seconds = Day['seconds'];

/** The longest stretch that the server takes. */
export const MOST_DAYS = 92;

/** '7 h 05 min', '12 min', '40 s', '–' for nothing. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole === 0) return '–';
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** '07:05:09', also beyond a day: '31:00:00'. */
export function clockText(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** What an agent's days hold together. */
export function totalOf(days: readonly Day[]): Seconds {
  const total: Seconds = { active: 0, absent: 0, inactive: 0, close_session: 0 };
  for (const { seconds } of days) for (const status of AGENT_STATUSES) total[status] += seconds[status];
  return total;
}

/** 'lun 16/11'. */
export const dayLabel = (day: string): string => dayjs(day).locale('es').format('ddd DD/MM').replace('.', '');

const partsIn = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return (at: number) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return {
      day: `${part['year']}-${part['month']}-${part['day']}`,
      seconds: Number(part['hour']) * 3600 + Number(part['minute']) * 60 + Number(part['second']),
    };
  };
};

/** A stretch as a part of its day's bar: from 0 (midnight) to 1. */
export interface Stretch {
  status: AgentStatus;
  from: number;
  to: number;
  /** '09:02', in the history's time zone; `until` null: it still lasts. */
  since: string;
  until: string | null;
}

const hour = (seconds: number): string => clockText(seconds).slice(0, 5);

/** The stretches of a day in the history's time zone; an open one reaches to `now`. */
export function stretches(day: Day, zone: string, now: string): Stretch[] {
  const read = partsIn(zone);
  return day.spans.map(({ status, from, to }) => {
    const start = read(Date.parse(from));
    const end = read(Date.parse(to ?? now));
    // A stretch that ends at midnight ends on the next day's first second.
    const endSeconds = end.day === day.day ? end.seconds : 86_400;
    return {
      status,
      from: start.seconds / 86_400,
      to: endSeconds / 86_400,
      since: hour(start.seconds),
      until: to === null ? null : hour(endSeconds),
    };
  });
}

/** A text that a spreadsheet neither splits nor runs as a formula. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[";\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One line per agent and day, with hours, minutes and seconds of each status. Semicolons: the Chilean comma is decimal. */
export function hoursCsv(history: StatusHistory): string {
  const head = ['Agente', 'Rol', 'Día', ...AGENT_STATUSES.map((status) => AGENT_STATUS_LABELS[status])];
  const lines = history.agents.flatMap((agent) =>
    agent.days.map(({ day, seconds }) => [
      agent.name,
      agent.role,
      dayjs(day).format('DD/MM/YYYY'),
      ...AGENT_STATUSES.map((status) => clockText(seconds[status])),
    ]),
  );
  // The mark tells Excel that it is UTF-8.
  return `\uFEFF${[head, ...lines].map((line) => line.map(cell).join(';')).join('\r\n')}\r\n`;
}

/** What is wrong with a choice of days, or null. */
export function rangeFault(from: string, to: string, today: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(from) || !/^\d{4}-\d{2}-\d{2}$/.test(to)) return 'Elige las dos fechas.';
  if (from > to) return 'La primera fecha debe ser anterior a la última.';
  if (from > today) return 'Elige días que ya pasaron.';
  if (dayjs(to).diff(dayjs(from), 'day') >= MOST_DAYS) return `Elige como máximo ${MOST_DAYS} días.`;
  return null;
}
