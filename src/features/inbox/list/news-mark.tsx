/** What waits for whoever looks in a conversation of the list: a note names them, or something happened in what they follow. */
import IconAt from '@tabler/icons-react/dist/esm/icons/IconAt.mjs';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { usePlace } from '../../../bot/place-context.ts';
import classes from './conversation-row.module.css';

export function NewsMark({ card }: { card: Conversation }) {
  const { user } = usePlace();
  const named = card.mention_unseen?.includes(user.id);
  if (!named && !card.follow_news?.includes(user.id)) return null;
  const Icon = named ? IconAt : IconBell;
  return (
    <span className={classes.news}>
      <Icon size={13} aria-hidden="true" /> {named ? 'Te mencionan' : 'Novedades'}
    </span>
  );
}
