/** One figure whole: its rule, its sums, its series as chart and table, by channel, person and area, by the week's hours. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Metric, MetricFilters } from '../../../contract/calls/metrics.ts';
import type { ExportFormat } from '../../../contract/rules/exports.ts';
import { valueText } from '../../../contract/rules/metric-words.ts';
import { METRICS, type MetricKey, type MetricStep } from '../../../contract/rules/metrics.ts';
import { sentence } from '../../api/api-error.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useMay } from '../../bot/place-context.ts';
import { wallParts } from '../../ui/date-range/zone-time.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { RowCount } from '../../ui/row-count.tsx';
import { Section } from '../../ui/screen.tsx';
import table from '../../ui/table.module.css';
import { toastFailure } from '../../ui/toast.ts';
import { ExportButtons } from '../history/export-buttons.tsx';
import { showJob } from '../history/use-exports.ts';
import { MetricParts } from './metric-parts.tsx';
import { metricExports, startMetricFile, useMetricParts } from './metric-queries.ts';
import { stepText } from './metric-text.ts';
import classes from './metrics.module.css';
import type { RowsSearch } from './metrics-search.ts';
import { WeekHours } from './week-hours.tsx';

const Chart = lazyPart(() => import('./metric-chart.tsx'), <div style={{ height: 260 }} />, 'in-place');

interface WholeMetricProps {
  metric: Metric;
  filters: MetricFilters;
  step: MetricStep;
  zone: string;
  onOpen: (rows: RowsSearch) => void;
}

/** The bars as a file, for who may take figures along. */
function ChartFile({
  metricKey,
  filters,
  step,
}: Pick<WholeMetricProps, 'filters' | 'step'> & { metricKey: MetricKey }) {
  const queries = useQueryClient();
  const may = useMay();
  const start = useMutation({
    mutationFn: (format: ExportFormat) => startMetricFile(filters, metricKey, format, step),
    onSuccess: (job) => showJob(queries, metricExports(filters.bot_id), job),
    onError: (error) => toastFailure('No se pudo exportar el gráfico', error),
  });
  if (!may('dashboard', 'export')) return null;
  return (
    <div className={classes.file}>
      <ExportButtons start={start} disabled={false} />
    </div>
  );
}

export function WholeMetric({ metric, filters, step, zone, onOpen }: WholeMetricProps) {
  const { key, unit, n } = metric;
  const { label, words, rule } = METRICS[key];
  const parts = useMetricParts(filters, key);
  const sums: [string, string][] =
    metric.median === undefined
      ? []
      : [
          ['Mediana', valueText(unit, metric.median)],
          ['9 de cada 10', valueText(unit, metric.p90 ?? null)],
          ['Promedio', valueText(unit, metric.mean ?? null)],
        ];
  // A step's rows: its days, and of an hour that hour.
  const rowsOf = (from: string, to: string): RowsSearch => {
    const first = wallParts(from, zone);
    const last = wallParts(new Date(Date.parse(to) - 1).toISOString(), zone);
    return { from: first.day, to: last.day, ...(step === 'hour' ? { at: from } : {}) };
  };
  const filled = metric.series.filter((one) => one.n > 0);
  return (
    <Section id="metric" title={label} lead={words}>
      <details className={classes.rule}>
        <summary>Cómo se cuenta</summary>
        <p>{rule}</p>
      </details>
      <dl className={classes.sums}>
        <div>
          <dt>{unit === 'seconds' ? 'Valor (mediana)' : 'Valor'}</dt>
          <dd>{valueText(unit, metric.value)}</dd>
        </div>
        {sums.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>Antes</dt>
          <dd>{valueText(unit, metric.previous.value)}</dd>
        </div>
        <div>
          <dt>Filas</dt>
          <dd>
            <RowCount n={n} label={label} onOpen={() => onOpen({})} />
          </dd>
        </div>
      </dl>
      {filled.length === 0 ? (
        <p className={classes.note}>No hay nada que contar en estos días.</p>
      ) : (
        <>
          <ChartFile metricKey={key} filters={filters} step={step} />
          <div className={classes.chart}>
            <Chart
              metric={metric}
              step={step}
              zone={zone}
              onOpen={(from: string, to: string) => onOpen(rowsOf(from, to))}
            />
          </div>
          <section className={`${table.scroll} ${classes.tall}`} aria-label={`${label} en el tiempo`}>
            <table className={`${table.table} ${classes.table}`} aria-label={`${label} en el tiempo`}>
              <thead>
                <tr>
                  <th scope="col">Desde</th>
                  <th scope="col">Valor</th>
                  <th scope="col">Filas</th>
                </tr>
              </thead>
              <tbody>
                {filled.toReversed().map((one) => {
                  const name = stepText(one.from, step, zone);
                  return (
                    <tr key={one.from}>
                      <th scope="row">{name}</th>
                      <td>{valueText(unit, one.value)}</td>
                      <td>
                        <RowCount n={one.n} label={name} onOpen={() => onOpen(rowsOf(one.from, one.to))} />
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          </section>
        </>
      )}
      {parts.isPending ? <LoadRows label="Cargando el detalle…" rows={3} height={80} /> : null}
      {parts.error ? (
        <LoadError message={sentence(parts.error)} onRetry={() => void parts.refetch()} />
      ) : null}
      {parts.data ? (
        <div aria-busy={parts.isPlaceholderData}>
          <MetricParts metricKey={key} parts={parts.data.parts} onOpen={onOpen} />
          {parts.data.week.length > 0 ? (
            <WeekHours unit={unit} week={parts.data.week} onOpen={onOpen} />
          ) : null}
        </div>
      ) : null}
    </Section>
  );
}
