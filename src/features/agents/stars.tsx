/** A mean of stars out of five, with one decimal; the figure stands beside them. */
import { ratingText } from './agent-view.ts';
import classes from './stars.module.css';

const STARS = '★★★★★';

export function Stars({ value }: { value: number }) {
  return (
    <span className={classes.rating}>
      <span className={classes.stars} aria-hidden="true">
        {STARS}
        <span style={{ width: `${(value / 5) * 100}%` }}>{STARS}</span>
      </span>
      <span aria-hidden="true">{ratingText(value)}</span>
      <span className="visually-hidden">{ratingText(value)} de 5 estrellas</span>
    </span>
  );
}
