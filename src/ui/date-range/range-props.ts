/** What a range of days is asked with. */
import type { DayRange, RangeRules } from './range.ts';

export interface DateRangeProps extends RangeRules {
  /** Names the group for readers: 'Período'. */
  label?: string;
  value: DayRange;
  /** Every change, faulty ones too: ask `rangeFault` before using it. The fault is shown here. */
  onChange: (range: DayRange) => void;
}
