/** How an agent's own day reads. Pure. */
import { dayAndTime } from '../../../contract/days.ts';
import type { OwnDay, OwnDayKey } from '../../../contract/entities/own-day.ts';
import { changeText, valueText } from '../../../contract/rules/metric-words.ts';
import { METRICS, type MetricKey, type MetricUnit } from '../../../contract/rules/metrics.ts';
import { figure } from '../../ui/money.ts';

export interface DayFigure {
  key: OwnDayKey | 'waiting';
  label: string;
  value: string;
  /** What it is made of, and how it moved against the same weekday before. */
  about: string | null;
  words: string;
  rule: string;
  /** What it was then; null: it is of this moment alone. */
  before: string | null;
  /** Under which of /metrics it stands; null: under none. */
  metric: MetricKey | null;
}

interface Rule {
  label: string;
  unit: MetricUnit;
  words: string;
  rule: string;
  metric: MetricKey | null;
}

const ofMetric = (metric: 'first_response' | 'agent_load' | 'satisfaction', label: string): Rule => {
  const { unit, words, rule } = METRICS[metric];
  return { label, unit, words, rule, metric };
};

const RULES: Record<OwnDayKey, Rule> = {
  conversations: {
    label: 'Respondidas',
    unit: 'count',
    words: 'En cuántas conversaciones escribiste al cliente.',
    rule: 'Cuenta cada conversación en la que enviaste al menos un mensaje. Las notas no cuentan.',
    metric: null,
  },
  messages: {
    label: 'Mensajes',
    unit: 'count',
    words: 'Cuántos mensajes enviaste a clientes.',
    rule: 'Cuenta cada mensaje tuyo en el instante en que lo enviaste. Las notas no cuentan.',
    metric: null,
  },
  first_response: ofMetric('first_response', 'Primera respuesta'),
  agent_load: ofMetric('agent_load', 'Recibidas'),
  satisfaction: ofMetric('satisfaction', 'Calificación'),
};

/** The time up to which it is counted, by the bot's clock: '14:05'. */
export const clockOf = ({ read_at, zone }: OwnDay): string => dayAndTime(Date.parse(read_at), zone).slice(-5);

const counted = (n: number, one: string, many: string) => `${figure(n)} ${n === 1 ? one : many}`;

/** In the order in which they are shown: what waits comes first. */
export function dayFigures(day: OwnDay): DayFigure[] {
  const waiting: DayFigure = {
    key: 'waiting',
    label: 'Esperan ahora',
    value: figure(day.waiting),
    about: null,
    words: 'Cuántos de tus clientes esperan tu respuesta.',
    rule: 'Cuenta las conversaciones que tienes tomadas y en las que el cliente escribió después de tu último mensaje.',
    before: null,
    metric: null,
  };
  return [
    waiting,
    ...day.figures.map(({ key, n, value, previous }): DayFigure => {
      const { unit, ...rule } = RULES[key];
      const change = changeText({ unit, value, previous });
      const of =
        n === 0
          ? null
          : unit === 'stars'
            ? counted(n, 'calificación', 'calificaciones')
            : unit === 'seconds'
              ? counted(n, 'vez', 'veces')
              : null;
      return {
        key,
        ...rule,
        value: valueText(unit, value),
        about: [of, change === null ? null : `${change} que antes`].filter(Boolean).join(' · ') || null,
        before: valueText(unit, previous.value),
      };
    }),
  ];
}
