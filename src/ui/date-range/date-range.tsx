/**
 * From one day to another: typed as DD/MM/YYYY, chosen in a calendar, or one of the usual stretches. The calendar
 * comes with its own chunk; its place is kept, so that nothing moves when it arrives.
 */
import { lazyPart } from '../../base/lazy-part.tsx';
import classes from './date-range.module.css';
import type { DateRangeProps } from './range-props.ts';

const Fields = lazyPart(
  () => import('./date-range-fields.tsx'),
  <div className={classes.waiting} />,
  'in-place',
);

export function DateRange(props: DateRangeProps) {
  return <Fields {...props} />;
}
