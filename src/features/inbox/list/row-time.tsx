/** The one time of a row: how long the customer waits for a person, else when somebody last wrote. */
import IconAlert from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { waitLevel } from '../../../../contract/rules/waiting.ts';
import { usePlace } from '../../../bot/place-context.ts';
import { dateTimeText, shortAge, waitText } from '../../../ui/dates.ts';
import classes from './conversation-row.module.css';

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
