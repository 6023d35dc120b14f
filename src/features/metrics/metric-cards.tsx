/** All figures side by side, under what they are about; one is shown whole below. */

import type { Metric } from '../../../contract/calls/metrics.ts';
import { changeText, valueText } from '../../../contract/rules/metric-words.ts';
import {
  DEADLINE_GROUP,
  isQuiet,
  METRIC_GROUPS,
  METRICS,
  type MetricKey,
} from '../../../contract/rules/metrics.ts';
import { countText } from './metric-text.ts';
import classes from './metrics.module.css';

interface MetricCardsProps {
  metrics: readonly Metric[];
  shown: MetricKey | undefined;
  onShow: (key: MetricKey) => void;
  /** The bot has deadlines for answers. */
  deadlines: boolean;
}

export function MetricCards({ metrics, shown, onShow, deadlines }: MetricCardsProps) {
  return (
    <section aria-label="Métricas">
      {METRIC_GROUPS.map(({ label, keys }) => {
        const found = keys.flatMap((key) => metrics.filter((metric) => metric.key === key));
        const told = found.filter((metric) => metric.key === shown || !isQuiet(metric));
        if (told.length === 0) return null;
        const off = label === DEADLINE_GROUP && !deadlines && told.every(isEmpty);
        return (
          <div key={label}>
            <h2 className={classes.group}>{label}</h2>
            {off ? (
              <p>
                Este chatbot no tiene plazos de respuesta: se ponen en su configuración, en «Plazos de
                respuesta», y desde entonces se cuentan aquí.
              </p>
            ) : (
              <Cards label={label} metrics={told} shown={shown} onShow={onShow} />
            )}
          </div>
        );
      })}
    </section>
  );
}

/** Nothing was counted, neither now nor before. */
const isEmpty = ({ value, previous }: Metric): boolean => !value && !previous.value;

type CardsProps = Omit<MetricCardsProps, 'deadlines'> & { label: string };

function Cards({ label, metrics, shown, onShow }: CardsProps) {
  return (
    <ul className={classes.cards} aria-label={label}>
      {metrics.map((metric) => {
        const change = changeText(metric);
        const about = [countText(metric), change === null ? null : `${change} que antes`];
        return (
          <li key={metric.key}>
            <button
              type="button"
              className={classes.card}
              aria-pressed={metric.key === shown}
              title={METRICS[metric.key].words}
              onClick={() => onShow(metric.key)}
            >
              <span>{METRICS[metric.key].label}</span>
              <strong>{valueText(metric.unit, metric.value)}</strong>
              <small>{about.filter(Boolean).join(' · ') || 'Sin comparación'}</small>
              <Spark values={metric.series.map(({ value }) => value)} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

const WIDE = 100;
const HIGH = 28;

/** The series as a line; where there is nothing to say it breaks off. */
function Spark({ values }: { values: readonly (number | null)[] }) {
  const most = Math.max(...values.map((value) => value ?? 0));
  if (values.length < 2 || most === 0) return null;
  const step = WIDE / (values.length - 1);
  let pen = 'M';
  const path = values
    .map((value, at) => {
      if (value === null) {
        pen = 'M';
        return '';
      }
      const point = `${pen}${(at * step).toFixed(2)} ${(HIGH - 2 - (value / most) * (HIGH - 4)).toFixed(2)}`;
      pen = 'L';
      return point;
    })
    .join('');
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${WIDE} ${HIGH}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
