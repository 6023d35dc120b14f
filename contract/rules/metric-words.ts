/** Figures as people read them, on the screen and in mails. Pure. */
import type { MetricUnit } from './metrics.ts';
import { priceText } from './price-text.ts';

const whole = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 0 });
const figure = (value: number): string => whole.format(value);

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
    case 'money':
      return priceText(value, 'CLP');
  }
}

/** How it moved against the stretch before: in percent, of shares in points. Null: nothing to compare with. */
export function changeText({
  unit,
  value,
  previous,
}: {
  unit: MetricUnit;
  value: number | null;
  previous: { value: number | null };
}): string | null {
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
