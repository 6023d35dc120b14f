/** Hours of agents as the screen and the CSV show them. Pure; seconds come from the server, exact. */
import dayjs from 'dayjs';
import 'dayjs/locale/es';
import type { StatusHistory } from '../../../contract/entities/agent.ts';
import { harmlessText } from '../../../contract/rules/spreadsheet-text.ts';
import { AGENT_STATUSES, type AgentStatus } from '../../../contract/states.ts';
import { AGENT_STATUS_LABELS } from '../../../contract/texts.ts';

export type AgentDays = StatusHistory['agents'][number];
export type Day = AgentDays['days'][number];
export type Seconds = Day['seconds'];

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

/** How long a day is, in hours: 24, or 23 or 25 where the clock changes. */
export const hoursOf = (day: Day): number => (Date.parse(day.ends) - Date.parse(day.starts)) / 3_600_000;

/** '09:02' in a time zone; with `offset` also how far it is from UTC, '23:30 (−3)': a day of 25 hours has it twice. */
function clockIn(zone: string, offset: boolean): (at: number) => string {
  const format = new Intl.DateTimeFormat('es-CL', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(offset ? { timeZoneName: 'shortOffset' as const } : {}),
  });
  return (at) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const clock = `${part['hour']}:${part['minute']}`;
    return offset ? `${clock} (${part['timeZoneName']})` : clock;
  };
}

/** The history as it is at `now` (ms) when no status has changed since it was read: open spans have grown. */
export function hoursUntil(history: StatusHistory, now: number): StatusHistory {
  const read = Date.parse(history.now);
  if (now <= read) return history;
  const grown = (day: Day): Day => {
    const open = day.spans.find(({ to }) => to === null);
    if (!open) return day;
    const more = Math.max(0, Math.min(now, Date.parse(day.ends)) - read) / 1000;
    return { ...day, seconds: { ...day.seconds, [open.status]: day.seconds[open.status] + more } };
  };
  const agents = history.agents.map((agent) => ({ ...agent, days: agent.days.map(grown) }));
  return { ...history, now: new Date(now).toISOString(), agents };
}

/** A stretch as a part of its day's bar: from 0 (when the day begins) to 1, by the time that really went by. */
export interface Stretch {
  /** The instant at which it begins: no two of a day share it. */
  id: string;
  status: AgentStatus;
  from: number;
  to: number;
  /** '09:02', in the history's time zone; `until` null: it still lasts. */
  since: string;
  until: string | null;
}

/** The stretches of a day in the history's time zone; an open one reaches to `now`. */
export function stretches(day: Day, zone: string, now: string): Stretch[] {
  const starts = Date.parse(day.starts);
  const ends = Date.parse(day.ends);
  const clock = clockIn(zone, hoursOf(day) !== 24);
  const share = (at: number) => (at - starts) / (ends - starts);
  return day.spans.map(({ status, from, to }) => {
    const end = Date.parse(to ?? now);
    return {
      id: from,
      status,
      from: share(Date.parse(from)),
      to: Math.min(1, share(end)),
      since: clock(Date.parse(from)),
      until: to === null ? null : end >= ends ? '24:00' : clock(end),
    };
  });
}

/** A text that a spreadsheet neither splits nor runs as a formula. */
const cell = (text: string): string => {
  const safe = harmlessText(text);
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
