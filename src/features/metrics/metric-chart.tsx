/**
 * A figure's series as bars; the table beside it says the same. A bar opens its rows: by a click, or by Enter after the
 * arrow keys have gone to it.
 */

import { BarChart } from '@mantine/charts';
import { valueText } from '../../../contract/rules/metric-words.ts';
import '@mantine/charts/styles.layer.css';
import { useEffect, useRef } from 'react';
import { useActiveTooltipDataPoints } from 'recharts';
import type { Metric } from '../../../contract/calls/metrics.ts';
import { METRICS, type MetricStep } from '../../../contract/rules/metrics.ts';
import { stepText } from './metric-text.ts';

export default function MetricChart({
  metric,
  step,
  zone,
  onOpen,
}: {
  metric: Metric;
  step: MetricStep;
  zone: string;
  onOpen: (from: string, to: string) => void;
}) {
  const { key, unit, series } = metric;
  const name = METRICS[key].label;
  const data = series.map(({ from, to, n, value }) => ({
    when: stepText(from, step, zone),
    from,
    to,
    n,
    [name]: value,
  }));
  const active = useRef<Bar | null>(null);
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = around.current;
    const press = (event: KeyboardEvent) => {
      const bar = active.current;
      if (event.key !== 'Enter' || !bar || bar.n === 0) return;
      event.preventDefault();
      onOpen(bar.from, bar.to);
    };
    box?.addEventListener('keydown', press);
    return () => box?.removeEventListener('keydown', press);
  }, [onOpen]);
  return (
    <div ref={around}>
      <BarChart
        h={260}
        data={data}
        dataKey="when"
        series={[{ name, color: 'petrol' }]}
        valueFormatter={(value) => valueText(unit, value)}
        yAxisProps={{ width: 84 }}
        gridAxis="y"
        tickLine="none"
        // Arrow keys go from bar to bar.
        barChartProps={{ accessibilityLayer: true, title: name }}
        barProps={{
          isAnimationActive: false,
          radius: [3, 3, 0, 0],
          cursor: 'pointer',
          onClick: (_, index) => {
            const bar = series[index];
            if (bar && bar.n > 0) onOpen(bar.from, bar.to);
          },
        }}
      >
        <Active
          onActive={(bar) => {
            active.current = bar;
          }}
        />
      </BarChart>
    </div>
  );
}

interface Bar {
  from: string;
  to: string;
  n: number;
}

/** Tells which bar is under the pointer or was gone to by the arrow keys. */
function Active({ onActive }: { onActive: (bar: Bar | null) => void }) {
  const points = useActiveTooltipDataPoints<Bar>();
  const bar = points?.[0] ?? null;
  useEffect(() => onActive(bar));
  return null;
}
