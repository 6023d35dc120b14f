/** On a card whose channel soon takes no free text any more: how long it still does. */
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import classes from './channel.module.css';
import { lockView } from './lock-text.ts';

/** From here on it counts (ms). */
const NEAR = 4 * 60 * 60_000;
const OVER: readonly Conversation['state'][] = ['closed', 'archived'];

export function WindowLeft({ card, now }: { card: Conversation; now: number }) {
  const end = Date.parse(card.window_expires_at ?? '');
  if (OVER.includes(card.state) || end - now > NEAR) return null;
  const lock = lockView(card.channel, card.last_customer_message_at, now);
  if (!lock) return null;
  return (
    <span className={classes.window} title={lock.text}>
      {lock.locked
        ? lock.templates
          ? 'solo plantillas'
          : 'plazo cerrado'
        : lock.text.replace(/ para responder.*$|^.*persona\. /, '')}
    </span>
  );
}
