/** A figure by channel, person and area and by what it is about; each opens its rows. */
import type * as z from 'zod/mini';
import type { metricCalls } from '../../../contract/calls/metrics.ts';
import { valueText } from '../../../contract/rules/metric-words.ts';
import { METRIC_PARTS, METRIC_ROOMS, METRICS, type MetricKey } from '../../../contract/rules/metrics.ts';
import { CHANNEL_LABELS } from '../../../contract/texts.ts';
import { RowCount } from '../../ui/row-count.tsx';
import table from '../../ui/table.module.css';
import { partTitle } from './metric-text.ts';
import classes from './metrics.module.css';
import { type RowsSearch, readMetricsSearch } from './metrics-search.ts';

type Part = z.output<typeof metricCalls.metricParts.answer>['parts'][number];

function nameOf(key: MetricKey, { by, id, name }: Part): string {
  if (by === 'channel') return CHANNEL_LABELS[id as keyof typeof CHANNEL_LABELS] ?? id ?? 'Sin canal';
  if (by === 'agent') return name ?? (id === null ? 'Sin agente' : `Agente ${id}`);
  const { room } = METRICS[key];
  if (by === 'subject' && room) return name ?? `${METRIC_ROOMS[room]} sin nombre para ti`;
  if (by === 'node' || by === 'subject')
    return id === null ? 'Sin registrar' : (name ?? 'Interacción que ya no existe');
  return id ?? 'Sin área';
}

/** Read as the address is, so that it opens what it names. */
function rowsOf({ by, id }: Part): RowsSearch {
  const none = id ?? 'none';
  const rows =
    by === 'channel'
      ? { channel: none }
      : by === 'agent'
        ? { agent: id === null ? none : Number(id) }
        : by === 'category'
          ? { area: none }
          : { [by]: none };
  return readMetricsSearch({ rows }).rows ?? {};
}

export function MetricParts({
  metricKey,
  parts,
  onOpen,
}: {
  metricKey: MetricKey;
  parts: readonly Part[];
  onOpen: (rows: RowsSearch) => void;
}) {
  return (
    <div className={classes.parts}>
      {METRIC_PARTS.map((by) => {
        const rows = parts.filter((part) => part.by === by);
        if (rows.length === 0) return null;
        return (
          <section key={by} className={table.scroll} aria-label={partTitle(metricKey, by)}>
            <table className={`${table.table} ${classes.table}`} aria-label={partTitle(metricKey, by)}>
              <thead>
                <tr>
                  <th scope="col">{partTitle(metricKey, by)}</th>
                  <th scope="col">Valor</th>
                  <th scope="col">Filas</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((part) => (
                  <tr key={part.id}>
                    <th scope="row">{nameOf(metricKey, part)}</th>
                    <td>{valueText(METRICS[metricKey].unit, part.value)}</td>
                    <td>
                      <RowCount
                        n={part.n}
                        label={nameOf(metricKey, part)}
                        onOpen={() => onOpen(rowsOf(part))}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        );
      })}
    </div>
  );
}
