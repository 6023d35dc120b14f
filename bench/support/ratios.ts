/** What one program says to `bench/ratios.ts`, which starts it: a ratio of two figures of the same run, by its name. */
import { appendFileSync } from 'node:fs';

/** Whether a short run is wanted, as every run of CI is. */
export const QUICK = process.env.BENCH_RATIOS !== undefined;

/** Tells a ratio; nothing where nobody asks for it or it was not measured. */
export function tellRatio(name: string, value: number): void {
  const file = process.env.BENCH_RATIOS;
  if (file !== undefined && Number.isFinite(value))
    appendFileSync(file, `${JSON.stringify({ name, value })}\n`);
}
