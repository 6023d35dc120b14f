/** A conversation of queue or team: who it is, how long they wait, and what can be done with it from here. */
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { leadNameOf } from '../../../../contract/rules/lead-name.ts';
import { TEXTS } from '../../../../contract/texts.ts';
import { AllowedButton } from '../../../ui/allowed-button.tsx';
import { ChannelIcon } from '../../../ui/channel-icon.tsx';
import { SEVERITY_TEXT, type Severity } from './severity.ts';
import classes from './supervisor.module.css';

interface WatchedRowProps {
  card: Conversation;
  /** Where it stands: in the queue, or with somebody. */
  place: 'queued' | 'held';
  open: boolean;
  /** It was watched before the view was away: it comes into sight, once. */
  backFrom: boolean;
  onOpen: (id: string) => void;
  /** Beside the channel's sign. */
  facts: ReactNode;
  wait: ReactNode;
  /** How pressing their wait is. */
  severity: Severity;
  /** The first one is the one to expect. */
  acts: readonly { label: string; allowed: boolean; act: (card: Conversation) => void }[];
}

export function WatchedRow({
  card,
  place,
  open,
  backFrom,
  onOpen,
  facts,
  wait,
  severity,
  acts,
}: WatchedRowProps) {
  const name = leadNameOf(card);
  const row = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    if (backFrom) row.current?.scrollIntoView({ block: 'nearest' });
  }, [backFrom]);
  return (
    <li ref={row} data-open={open || undefined} {...{ [`data-${place}`]: card.id }}>
      <button
        type="button"
        className={classes.who}
        aria-label={`Observar la conversación con ${name}`}
        onClick={() => onOpen(card.id)}
      >
        <strong>{name}</strong>
        <span>
          <ChannelIcon channel={card.channel} size={14} /> {facts}
        </span>
      </button>
      <span className={classes.wait} data-severity={severity}>
        {wait}
        {SEVERITY_TEXT[severity] ? <small>{SEVERITY_TEXT[severity]}</small> : null}
      </span>
      {acts.length > 0 ? (
        <span className={classes.acts}>
          {acts.map(({ label, allowed, act }, index) => (
            <AllowedButton
              key={label}
              size="compact-sm"
              variant={index === 0 ? 'default' : 'subtle'}
              allowed={allowed}
              why={TEXTS.noActionPermission}
              onClick={() => act(card)}
            >
              {label}
            </AllowedButton>
          ))}
        </span>
      ) : null}
    </li>
  );
}
