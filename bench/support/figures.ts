/** Figures as the benchmarks print them: a median, and the spread beside it. */

/** The value below which this share (0–1) of the values lies; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
/** 12345.6 → 12,346; '–' for what was not measured. */
export const whole = (value: number): string => (Number.isFinite(value) ? grouped.format(value) : '–');

/** The median over the runs, with least and most: `12,000 (11,200–12,900)`. */
export function overRuns(values: readonly number[]): string {
  const known = values.filter(Number.isFinite);
  if (known.length < 2) return whole(known[0] ?? Number.NaN);
  return `${whole(median(known))} (${whole(Math.min(...known))}–${whole(Math.max(...known))})`;
}

/** How many times more `a` is than `b`, by their medians. */
export const times = (a: readonly number[], b: readonly number[]): string =>
  `${(median(a) / median(b)).toFixed(1)}×`;

/** Prints rows in columns: the first to the left, the rest to the right. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  for (const row of [head, widths.map((width) => '-'.repeat(width)), ...rows]) {
    const cells = widths.map((width, column) => {
      const cell = row[column] ?? '';
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    console.log(`| ${cells.join(' | ')} |`);
  }
}
