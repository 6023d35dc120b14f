/** Who it is, where it stands, and what can be done with it. */
import { ActionIcon, Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import IconLayoutSidebarRight from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarRight.mjs';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import { CHANNEL_LABELS, STATE_LABELS, withProduct } from '../../../contract/texts.ts';
import { config } from '../../base/client-config.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { ChannelIcon } from '../../ui/channel-icon.tsx';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { useWide } from '../../ui/use-wide.ts';
import { ACTION_LABELS, type Action, splitActions } from './actions/actions.ts';
import classes from './conversation-header.module.css';
import { loadFollowers, loadMoreActions } from './header-parts.ts';
import { leadName } from './list/conversation-row.tsx';
import { PriorityMark } from './list/priority-mark.tsx';

const MoreActions = lazyPart(
  loadMoreActions,
  <ActionIcon aria-label="Más acciones" disabled>
    <IconDotsVertical size={18} aria-hidden="true" />
  </ActionIcon>,
);

const Followers = lazyPart(loadFollowers, null, 'in-place');

/** Widths of the pane from which all buttons, and one, stand beside the names, px. */
const ALL_BUTTONS = 620;
const ONE_BUTTON = 360;

interface ConversationHeaderProps {
  card: Conversation;
  online: boolean;
  actions: readonly Action[];
  onAction: (action: Action) => void;
  onBack: (() => void) | null;
  clientShown: boolean;
  onClient: () => void;
  onFind: () => void;
  onTranscript: (() => void) | null;
  onHelp: ((about: 'summary' | 'tags') => void) | null;
  onReplay: () => void;
}

export function ConversationHeader(props: ConversationHeaderProps) {
  const { card, online, actions, onAction, onBack, clientShown, onClient } = props;
  const wide = useWide();
  // Alone on a phone's screen it is the page's heading.
  const Title = wide ? 'h2' : 'h1';
  const split = splitActions(actions);
  const { ref, width } = useElementSize<HTMLElement>();
  // The pane decides how many buttons there is room for; names need theirs first.
  const room = width === 0 || width >= ALL_BUTTONS ? split.inSight.length : width >= ONE_BUTTON ? 1 : 0;
  const inSight = split.inSight.slice(0, room);
  const inMenu = [...split.inSight.slice(room), ...split.inMenu];
  const clientLabel = clientShown ? 'Ocultar los datos del cliente' : 'Mostrar los datos del cliente';
  const state = withProduct(STATE_LABELS[card.state], config().product.name);
  const where = card.agent_name && card.state !== 'active' ? `${state} · ${card.agent_name}` : state;
  const labels = [...(card.category ? [card.category] : []), ...card.tags.map((tag) => `#${tag}`)];
  return (
    <header ref={ref} className={classes.frame} data-conversation-head="">
      <div className={classes.head}>
        {onBack ? (
          <ActionIcon aria-label="Volver a la lista" onClick={onBack}>
            <IconArrowLeft size={18} aria-hidden="true" />
          </ActionIcon>
        ) : null}
        <PersonAvatar name={leadName(card)} id={card.lead_id} size={34} />
        <div className={classes.who}>
          <Title id="conversation-title">
            <bdi>{leadName(card)}</bdi>
          </Title>
          <p>
            <span className={classes.online} data-online={online || undefined}>
              <span className={classes.onlineText}>{online ? 'En línea' : 'Desconectado'}</span>
            </span>
            <span className={classes.channel}>
              <ChannelIcon channel={card.channel} />
              <span className={classes.channelName}>{CHANNEL_LABELS[card.channel]}</span>
            </span>
            {card.rating ? (
              <span className={classes.rated} title={`El cliente calificó con ${card.rating.stars} de 5`}>
                <span aria-hidden="true">★</span> {card.rating.stars}
                <span className="visually-hidden"> de 5 estrellas</span>
              </span>
            ) : null}
            <span className={classes.where} title={where}>
              {where}
            </span>
          </p>
          {card.priority || labels.length > 0 ? (
            <p className={classes.labels} title={labels.join(', ')}>
              {card.priority ? <PriorityMark priority={card.priority} /> : null}
              {card.priority && labels.length > 0 ? ' · ' : null}
              <bdi>{labels.join(' · ')}</bdi>
            </p>
          ) : null}
          {card.followers?.length ? <Followers card={card} /> : null}
        </div>
        <div className={classes.actions} role="toolbar" aria-label="Acciones de la conversación">
          {inSight.map((action) => (
            <Button
              key={action}
              variant={action === 'take' ? 'filled' : 'default'}
              size="xs"
              onClick={() => onAction(action)}
            >
              {ACTION_LABELS[action]}
            </Button>
          ))}
          <MoreActions
            of={card.id}
            actions={inMenu}
            onAction={onAction}
            onFind={props.onFind}
            onTranscript={props.onTranscript}
            onHelp={props.onHelp}
            tagging={actions.includes('labels')}
            onReplay={props.onReplay}
          />
          <ActionIcon
            aria-label={clientLabel}
            title={clientLabel}
            aria-pressed={clientShown}
            onClick={onClient}
          >
            <IconLayoutSidebarRight size={18} aria-hidden="true" />
          </ActionIcon>
        </div>
      </div>
    </header>
  );
}
