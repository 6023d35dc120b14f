/** Figures as people read them. Pure. */
import type { Metric } from '../../../contract/calls/metrics.ts';
import type { MetricStep, MetricUnit } from '../../../contract/rules/metrics.ts';
import { wallParts } from '../../ui/date-range/zone-time.ts';
import { figure } from '../../ui/money.ts';

const decimal = (value: number, digits: number) =>
  value.toLocaleString('es-CL', { maximumFractionDigits: digits, minimumFractionDigits: digits });

/** '2 d 03 h', '7 h 05 min', '12 min 30 s', '40 s'; exact to the second below an hour. */
export function lengthText(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  const two = (part: number) => String(part).padStart(2, '0');
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${two(whole % 60)} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${two(minutes % 60)} min`;
  return `${Math.floor(hours / 24)} d ${two(hours % 24)} h`;
}

/** A value in its unit; '–' where there is nothing to say it of. */
export function valueText(unit: MetricUnit, value: number | null): string {
  if (value === null) return '–';
  switch (unit) {
    case 'seconds':
      return lengthText(value);
    case 'total_seconds':
      return `${decimal(value / 3600, 1)} h`;
    case 'stars':
      return decimal(value, 2);
    case 'share':
      return `${decimal(value * 100, 1)} %`;
    case 'count':
      return figure(value);
  }
}

/** What the number of facts behind a figure says beside it. */
export const countText = ({ key, unit, n }: Pick<Metric, 'key' | 'unit' | 'n'>): string | null => {
  if (unit === 'count') return null;
  if (key === 'agent_hours') return `${figure(n)} ${n === 1 ? 'tramo' : 'tramos'}`;
  if (unit === 'stars') return `${figure(n)} ${n === 1 ? 'calificación' : 'calificaciones'}`;
  return `${figure(n)} ${n === 1 ? 'vez' : 'veces'}`;
};

/** How it moved against the stretch before: in percent, of shares in points. Null: nothing to compare with. */
export function changeText({ unit, value, previous }: Metric): string | null {
  if (value === null || previous.value === null) return null;
  const sign = (moved: number) => (moved > 0 ? '+' : moved < 0 ? '−' : '');
  if (unit === 'share') {
    const points = (value - previous.value) * 100;
    return `${sign(points)}${decimal(Math.abs(points), 1)} puntos`;
  }
  if (previous.value === 0) return null;
  const moved = (value / previous.value - 1) * 100;
  return `${sign(moved)}${decimal(Math.abs(moved), Math.abs(moved) < 10 ? 1 : 0)} %`;
}

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

/** A bar's name: '21 nov', '21 nov 14:00', 'nov 2026'. */
export function stepText(from: string, step: MetricStep, zone: string): string {
  const { day, time } = wallParts(from, zone);
  const month = MONTHS[Number(day.slice(5, 7)) - 1];
  if (step === 'month') return `${month} ${day.slice(0, 4)}`;
  const date = `${Number(day.slice(8))} ${month}`;
  return step === 'hour' ? `${date} ${time}` : date;
}

export const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'];
