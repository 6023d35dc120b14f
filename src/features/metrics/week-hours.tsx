/**
 * A figure by the hours of the week: the deeper a cell, the more rows; each opens them. One stop of the Tab key: arrows go
 * on to the next cell that has something.
 */

import { type KeyboardEvent, useRef, useState } from 'react';
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

const placeOf = ({ weekday, hour }: Pick<Cell, 'weekday' | 'hour'>) => DAYS.indexOf(weekday) * 24 + hour;

/** The next cell that has something, in the direction of an arrow; null: there is none, or it was no arrow. */
export function nextCell(places: ReadonlySet<number>, at: number, key: string): number | null {
  const row = Math.floor(at / 24);
  const ways: Record<string, readonly number[]> = {
    ArrowRight: HOURS.filter((hour) => hour > at % 24).map((hour) => row * 24 + hour),
    ArrowLeft: HOURS.filter((hour) => hour < at % 24)
      .toReversed()
      .map((hour) => row * 24 + hour),
    ArrowDown: DAYS.map((_, other) => other * 24 + (at % 24)).filter((place) => place > at),
    ArrowUp: DAYS.map((_, other) => other * 24 + (at % 24))
      .filter((place) => place < at)
      .toReversed(),
    Home: HOURS.map((hour) => row * 24 + hour),
    End: HOURS.toReversed().map((hour) => row * 24 + hour),
  };
  return ways[key]?.find((place) => places.has(place)) ?? null;
}

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
  const places = new Set(week.map(placeOf));
  const [chosen, setChosen] = useState<number | null>(null);
  const stop = chosen !== null && places.has(chosen) ? chosen : Math.min(...places);
  const table = useRef<HTMLTableElement>(null);
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const next = nextCell(places, at, event.key);
    if (next === null) return;
    event.preventDefault();
    setChosen(next);
    table.current?.querySelector<HTMLButtonElement>(`[data-place="${next}"]`)?.focus();
  };
  const cells = new Map(week.map((cell) => [cell.weekday * 24 + cell.hour, cell]));
  return (
    <section className={classes.scroll} aria-label="Por hora y día de la semana">
      <table ref={table} className={classes.week}>
        <caption className="visually-hidden">
          Por hora y día de la semana. Muévete con las flechas; Intro abre lo que hay detrás.
        </caption>
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
                      data-place={placeOf(cell)}
                      tabIndex={placeOf(cell) === stop ? 0 : -1}
                      onFocus={() => setChosen(placeOf(cell))}
                      onKeyDown={(event) => onKeyDown(event, placeOf(cell))}
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
