/** A row's last line: where it comes from, whose it is, how long somebody waits, who looks. */
import IconAlert from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconPause from '@tabler/icons-react/dist/esm/icons/IconClockPause.mjs';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { waitLevel } from '../../../../contract/rules/waiting.ts';
import { CHANNEL_LABELS, STATE_LABELS, withProduct } from '../../../../contract/texts.ts';
import { config } from '../../../app/client-config.ts';
import { ChannelIcon } from '../../../ui/channel-icon.tsx';
import { untilText, waitText } from '../../../ui/dates.ts';
import { names } from '../presence.tsx';
import classes from './conversation-row.module.css';

interface RowFactsProps {
  card: Conversation;
  now: number;
  gone: boolean;
  mixed: boolean;
  viewing: readonly { name: string }[];
}

export function RowFacts({ card, now, gone, mixed, viewing }: RowFactsProps) {
  const waits = card.waiting_since !== null && (card.state === 'pending' || card.state === 'taken');
  const seenBy = `${viewing.length === 1 ? 'La ve' : 'La ven'} ${names(viewing.map(({ name }) => name))}`;
  return (
    <span className={classes.bottom}>
      {viewing.length > 0 ? (
        <span className={classes.viewing} title={seenBy}>
          <IconEye size={13} aria-hidden="true" />
          <span className="visually-hidden">{seenBy}</span>
        </span>
      ) : null}
      {mixed ? <span>{withProduct(STATE_LABELS[card.state], config().product.name)}</span> : null}
      <span className={classes.channel} title={CHANNEL_LABELS[card.channel]}>
        <ChannelIcon channel={card.channel} />{' '}
        {/* Beside the state there is no room for the word: the icon says it. */}
        <span className={mixed ? 'visually-hidden' : undefined}>{CHANNEL_LABELS[card.channel]}</span>
      </span>
      {waits && card.waiting_since ? <Wait since={card.waiting_since} now={now} /> : null}
      {card.snoozed_until ? (
        <span className={classes.wait}>
          <IconPause size={13} aria-hidden="true" /> {untilText(card.snoozed_until, now)}
        </span>
      ) : null}
      {card.agent_name ? <span className={classes.owner}>{card.agent_name}</span> : null}
      {gone ? <span className={classes.wait}>ya no está en esta lista</span> : null}
    </span>
  );
}

/** Never by colour alone: an icon of its own, and words for who does not see it. */
function Wait({ since, now }: { since: string; now: number }) {
  const level = waitLevel(since, now);
  return (
    <span className={classes.wait} data-level={level}>
      {level === 'soon' ? <IconClock size={13} aria-hidden="true" /> : null}
      {level === 'late' ? <IconAlert size={13} aria-hidden="true" /> : null} espera {waitText(since, now)}
      {level === 'late' ? <span className="visually-hidden">, demasiado</span> : null}
    </span>
  );
}
