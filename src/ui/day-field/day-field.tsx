/**
 * One day: typed as DD/MM/YYYY whatever the browser's language, or chosen in a calendar. The browser's own field writes
 * days as its language does. The calendar comes with its own chunk; its place is kept.
 */
import { lazyPart } from '../../base/lazy-part.tsx';
import classes from './day-field.module.css';
import type { DayFieldProps } from './day-field-props.ts';

const Labelled = lazyPart(
  () => import('./day-field-input.tsx'),
  <div className={classes.labelled} />,
  'in-place',
);
const Bare = lazyPart(() => import('./day-field-input.tsx'), <div className={classes.bare} />, 'in-place');

export function DayField(props: DayFieldProps) {
  return props.label === undefined ? <Bare {...props} /> : <Labelled {...props} />;
}
