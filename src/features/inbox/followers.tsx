/** Who follows the open conversation. */
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import { plainLine } from '../../../contract/rules/plain-line.ts';
import { usePlace } from '../../bot/place-context.ts';
import { useColleagues } from '../../hub/hooks.ts';
import classes from './conversation-header.module.css';
import { names } from './list/presence.tsx';

/** Oneself first; who is no colleague any more is left out. */
export default function Followers({ card }: { card: Conversation }) {
  const { user } = usePlace();
  const colleagues = useColleagues(card.bot_id) ?? [];
  const followers = card.followers ?? [];
  const others = colleagues.filter(({ id }) => id !== user.id && followers.includes(id));
  const who = [...(followers.includes(user.id) ? ['tú'] : []), ...others.map(({ name }) => plainLine(name))];
  if (who.length === 0) return null;
  const alone = who.length === 1;
  const text =
    alone && who[0] === 'tú'
      ? 'Sigues esta conversación'
      : `${alone ? 'Lo sigue' : 'Lo siguen'}: ${names(who)}`;
  return (
    <p className={classes.followers} title={who.join(', ')} data-testid="followers">
      <IconBell size={12} aria-hidden="true" /> <bdi>{text}</bdi>
    </p>
  );
}
