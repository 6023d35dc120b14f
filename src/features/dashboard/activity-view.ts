/** The dashboard's figures in words. */
import type { BotDashboard } from '../../../contract/calls/dashboard.ts';
import { figure } from '../../ui/money.ts';

export interface ActivityFigure {
  name: string;
  value: string;
  /** What the seven days before were. */
  before: string;
}

const oneDecimal = new Intl.NumberFormat('es-CL', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const share = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`);
const stars = (rating: number | null) => (rating === null ? '–' : oneDecimal.format(rating));

/** The figures that somebody with this sight is shown, in order. */
export function activityFigures({ scope, now, before }: BotDashboard): ActivityFigure[] {
  const rating = {
    name:
      now.ratings === 1 ? 'Calificación (1 respuesta)' : `Calificación (${figure(now.ratings)} respuestas)`,
    value: stars(now.rating),
    before: stars(before.rating),
  };
  if (scope === 'own') {
    return [
      { name: 'Conversaciones que tomaste', value: figure(now.attended), before: figure(before.attended) },
      rating,
    ];
  }
  return [
    { name: 'Conversaciones nuevas', value: figure(now.started), before: figure(before.started) },
    {
      name: 'Sin necesitar a una persona',
      value: share(now.unassisted, now.started),
      before: share(before.unassisted, before.started),
    },
    { name: 'Atendidas por personas', value: figure(now.attended), before: figure(before.attended) },
    { name: 'Clientes nuevos', value: figure(now.leads), before: figure(before.leads) },
    rating,
  ];
}

/** Nothing at all happened in these days: a chart of it would be a line of zeros. */
export const isQuiet = ({ days, now, before }: BotDashboard): boolean =>
  days.every(({ started, attended }) => started === 0 && attended === 0) &&
  [now, before].every(({ leads, ratings }) => leads === 0 && ratings === 0);

const WEEKDAYS = ['dom', 'lun', 'mar', 'mié', 'jue', 'vie', 'sáb'] as const;

/** `2026-11-21` → 'sáb 21'. */
export function shortDay(day: string): string {
  const date = new Date(`${day}T12:00:00Z`);
  return `${WEEKDAYS[date.getUTCDay()]} ${date.getUTCDate()}`;
}
