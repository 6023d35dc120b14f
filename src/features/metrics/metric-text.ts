/** Figures as people read them. Pure. */
import type { Metric } from '../../../contract/calls/metrics.ts';
import {
  METRIC_ROOMS,
  METRICS,
  type MetricKey,
  type MetricPart,
  type MetricStep,
} from '../../../contract/rules/metrics.ts';
import { wallParts } from '../../ui/date-range/zone-time.ts';
import { figure } from '../../ui/money.ts';

/** What the number of facts behind a figure says beside it. */
export const countText = ({ key, unit, n }: Pick<Metric, 'key' | 'unit' | 'n'>): string | null => {
  if (unit === 'count') return null;
  if (key === 'agent_hours') return `${figure(n)} ${n === 1 ? 'tramo' : 'tramos'}`;
  if (unit === 'money') return `${figure(n)} ${n === 1 ? 'compra' : 'compras'}`;
  if (unit === 'stars') return `${figure(n)} ${n === 1 ? 'calificación' : 'calificaciones'}`;
  return `${figure(n)} ${n === 1 ? 'vez' : 'veces'}`;
};

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

/** A bar's name: '21 nov', '21 nov 14:00', 'nov 2026'. */
export function stepText(from: string, step: MetricStep, zone: string): string {
  const { day, time } = wallParts(from, zone);
  const month = MONTHS[Number(day.slice(5, 7)) - 1];
  if (step === 'month') return `${month} ${day.slice(0, 4)}`;
  const date = `${Number(day.slice(8))} ${month}`;
  return step === 'hour' ? `${date} ${time}` : date;
}

/** How the parts of a figure are headed. */
export function partTitle(key: MetricKey, by: MetricPart): string {
  if (by === 'channel') return 'Por canal';
  if (by === 'agent') return 'Por agente';
  if (by === 'category') return 'Por área';
  if (by === 'node') return 'Por interacción';
  const { room } = METRICS[key];
  if (room === 'ticket') return 'Por prioridad';
  return room ? `Por ${METRIC_ROOMS[room].toLowerCase()}` : 'Por tema';
}

export const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'];
