/**
 * The one time of a row: until when its answer is due, else how long the customer waits for a person, else when somebody
 * last wrote.
 */
import IconAlert from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import { levelAt } from '../../../../contract/calendar/answer-deadline.ts';
import { answerSourceText } from '../../../../contract/calendar/answer-deadline-labels.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { waitLevel } from '../../../../contract/rules/waiting.ts';
import { usePlace } from '../../../bot/place-context.ts';
import { dateTimeText, shortAge, waitText } from '../../../ui/dates.ts';
import classes from './conversation-row.module.css';
import { dueText } from './due-text.ts';

/** Whether the customer waits for a person. */
export const waits = ({ waiting_since, state }: Pick<Conversation, 'waiting_since' | 'state'>): boolean =>
  waiting_since !== null && (state === 'pending' || state === 'taken');

export function RowTime({ card, now }: { card: Conversation; now: number }) {
  const since = waits(card) ? card.waiting_since : null;
  if (since === null) {
    return (
      <time dateTime={card.last_message_date} title={dateTimeText(card.last_message_date)}>
        {shortAge(card.last_message_date, now)}
      </time>
    );
  }
  const { answer_warn_at: warn, answer_due_at: due } = card;
  if (warn && due) {
    // What was told has passed, however late this machine knows of the server's clock.
    const told = card.answer_level === 'late' ? due : card.answer_level === 'near' ? warn : null;
    const then = told === null ? now : Math.max(now, Date.parse(told));
    const by = answerSourceText(card.answer_by, card);
    return <Due since={since} warn={warn} due={due} by={by} now={then} />;
  }
  return <Wait since={since} now={now} />;
}

/** Never by colour alone: an icon of its own, and words for who does not see it. */
function Wait({ since, now }: { since: string; now: number }) {
  const { bot } = usePlace().place;
  const level = waitLevel(since, now, bot);
  return (
    <time
      className={classes.wait}
      data-level={level}
      dateTime={since}
      title={`Espera desde ${dateTimeText(since)}`}
    >
      {level === 'soon' ? <IconClock size={13} aria-hidden="true" /> : null}
      {level === 'late' ? <IconAlert size={13} aria-hidden="true" /> : null} espera {waitText(since, now)}
      {level === 'late' ? <span className="visually-hidden">, demasiado</span> : null}
    </time>
  );
}

/** Its colour follows the clock by itself: nothing has to be told for it. */
interface DueProps {
  since: string;
  warn: string;
  due: string;
  /** Whose minutes these are, in words; empty: those of all. */
  by: string;
  now: number;
}

function Due({ since, warn, due, by, now }: DueProps) {
  const level = levelAt({ warn: Date.parse(warn), due: Date.parse(due) }, now);
  return (
    <time
      className={classes.wait}
      data-level={level === 'near' ? 'soon' : (level ?? 'calm')}
      dateTime={due}
      title={`Responder antes de ${dateTimeText(due)}${by === '' ? '' : `, ${by}`}; espera desde ${dateTimeText(since)}`}
    >
      {level === 'near' ? <IconClock size={13} aria-hidden="true" /> : null}
      {level === 'late' ? <IconAlert size={13} aria-hidden="true" /> : null}
      <span className="visually-hidden">Respuesta: </span> {dueText(due, now)}
      {by === '' ? null : <span className="visually-hidden">, {by}</span>}
    </time>
  );
}
