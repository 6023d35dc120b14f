/** How the customer rated the conversation; that they did is a line of its own in the log, at its time. */

import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { plainLine } from '../../../../contract/rules/plain-line.ts';
import classes from './message-log.module.css';

type Rating = NonNullable<Conversation['rating']>;

export const stars = ({ stars: count }: Rating): string => '★'.repeat(count) + '☆'.repeat(5 - count);

export function RatingLine({ rating }: { rating: Rating }) {
  return (
    <p className={classes.rating}>
      <span aria-hidden="true">{stars(rating)}</span>
      <span className="visually-hidden">Calificación: {rating.stars} de 5 estrellas</span>
      {rating.comment ? <q dir="auto">{plainLine(rating.comment, 1_000)}</q> : null}
    </p>
  );
}
