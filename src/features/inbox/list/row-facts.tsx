/** A row's last line: how urgent, where it comes from, whose it is, its tags, until when it sleeps, who looks. */
import IconPause from '@tabler/icons-react/dist/esm/icons/IconClockPause.mjs';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { CHANNEL_LABELS, STATE_LABELS, withProduct } from '../../../../contract/texts.ts';
import { config } from '../../../base/client-config.ts';
import { ChannelIcon } from '../../../ui/channel-icon.tsx';
import { untilText } from '../../../ui/dates.ts';
import { ChannelPart } from '../channel/lazy.ts';
import classes from './conversation-row.module.css';
import { NewsMark } from './news-mark.tsx';
import { names } from './presence.tsx';
import { PriorityMark } from './priority-mark.tsx';

interface RowFactsProps {
  card: Conversation;
  now: number;
  gone: boolean;
  mixed: boolean;
  viewing: readonly { name: string }[];
}

export function RowFacts({ card, now, gone, mixed, viewing }: RowFactsProps) {
  const seenBy = `${viewing.length === 1 ? 'La ve' : 'La ven'} ${names(viewing.map(({ name }) => name))}`;
  const tags = card.tags.map((tag) => `#${tag}`).join(' ');
  return (
    <span className={classes.bottom}>
      {viewing.length > 0 ? (
        <span className={classes.viewing} title={seenBy}>
          <IconEye size={13} aria-hidden="true" />
          <span className="visually-hidden">{seenBy}</span>
        </span>
      ) : null}
      {card.mention_unseen || card.follow_news ? <NewsMark card={card} /> : null}
      {card.priority ? <PriorityMark priority={card.priority} /> : null}
      {mixed ? <span>{withProduct(STATE_LABELS[card.state], config().product.name)}</span> : null}
      <span className={classes.channel} title={CHANNEL_LABELS[card.channel]}>
        <ChannelIcon channel={card.channel} />{' '}
        {/* Beside the state there is no room for the word: the icon says it. */}
        <span className={mixed ? 'visually-hidden' : undefined}>{CHANNEL_LABELS[card.channel]}</span>
      </span>
      {card.snoozed_until ? (
        <span className={classes.wait}>
          <IconPause size={13} aria-hidden="true" /> {untilText(card.snoozed_until, now)}
        </span>
      ) : null}
      {card.window_expires_at ? <ChannelPart card={[card, now]} /> : null}
      {card.agent_name ? <span className={classes.owner}>{card.agent_name}</span> : null}
      {tags ? (
        <span className={classes.tags} title={tags}>
          {tags}
        </span>
      ) : null}
      {gone ? <span className={classes.wait}>ya no está en esta lista</span> : null}
    </span>
  );
}
