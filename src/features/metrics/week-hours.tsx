/** A figure by the hours of the week: the deeper a cell, the more rows; each opens them. */

import type * as z from 'zod/mini';
import type { metricCalls } from '../../../contract/calls/metrics.ts';
import { valueText } from '../../../contract/rules/metric-words.ts';
import type { MetricUnit } from '../../../contract/rules/metrics.ts';
import { figure } from '../../ui/money.ts';
import { WEEKDAYS } from './metric-text.ts';
import classes from './metrics.module.css';
import type { RowsSearch } from './metrics-search.ts';

type Cell = z.output<typeof metricCalls.metricParts.answer>['week'][number];

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Weeks begin on Monday. */
const DAYS = [1, 2, 3, 4, 5, 6, 0];

export function WeekHours({
  unit,
  week,
  onOpen,
}: {
  unit: MetricUnit;
  week: readonly Cell[];
  onOpen: (rows: RowsSearch) => void;
}) {
  const most = Math.max(...week.map(({ n }) => n));
  const cells = new Map(week.map((cell) => [cell.weekday * 24 + cell.hour, cell]));
  return (
    <section className={classes.scroll} aria-label="Por hora y día de la semana">
      <table className={classes.week}>
        <caption className="visually-hidden">Por hora y día de la semana</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Día</span>
            </th>
            {HOURS.map((hour) => (
              <th key={hour} scope="col">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DAYS.map((weekday) => (
            <tr key={weekday}>
              <th scope="row">{WEEKDAYS[weekday]}</th>
              {HOURS.map((hour) => {
                const cell = cells.get(weekday * 24 + hour);
                if (!cell) return <td key={hour} />;
                const value = unit === 'count' ? '' : ` (${valueText(unit, cell.value)})`;
                const name = `${WEEKDAYS[weekday]} a las ${hour}: ${figure(cell.n)}${value}`;
                return (
                  <td key={hour}>
                    <button
                      type="button"
                      aria-label={name}
                      title={name}
                      style={{ ['--heat' as string]: Math.round(15 + (cell.n / most) * 85) }}
                      onClick={() => onOpen({ weekday, hour })}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
