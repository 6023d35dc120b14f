/** A figure's series as bars; the table beside it says the same. */

import { BarChart } from '@mantine/charts';
import { valueText } from '../../../contract/rules/metric-words.ts';
import '@mantine/charts/styles.layer.css';
import type { Metric } from '../../../contract/calls/metrics.ts';
import { METRICS, type MetricStep } from '../../../contract/rules/metrics.ts';
import { stepText } from './metric-text.ts';

export default function MetricChart({
  metric,
  step,
  zone,
}: {
  metric: Metric;
  step: MetricStep;
  zone: string;
}) {
  const { key, unit, series } = metric;
  const name = METRICS[key].label;
  const data = series.map(({ from, value }) => ({ when: stepText(from, step, zone), [name]: value }));
  return (
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
      barProps={{ isAnimationActive: false, radius: [3, 3, 0, 0] }}
    />
  );
}
