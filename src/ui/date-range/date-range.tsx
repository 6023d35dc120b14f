/**
 * From one day to another: typed as DD/MM/YYYY, chosen in a calendar, or one of the usual stretches. The calendar
 * comes with its own chunk; its place is kept, so that nothing moves when it arrives.
 */
import { lazyPart } from '../../base/lazy-part.tsx';
import classes from './date-range.module.css';
import type { DayRange, RangeRules } from './range.ts';

const Fields = lazyPart(
  () => import('./date-range-fields.tsx'),
  <div className={classes.waiting} />,
  'in-place',
);

export interface DateRangeProps extends RangeRules {
  /** Names the group for readers: 'Período'. */
  label?: string;
  value: DayRange;
  /** Every change, faulty ones too: ask `rangeFault` before using it. The fault is shown here. */
  onChange: (range: DayRange) => void;
}

export function DateRange(props: DateRangeProps) {
  return <Fields {...props} />;
}
