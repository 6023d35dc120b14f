/** Over the composer: what is read with this conversation, by which channel one answers, and where one that was joined goes on. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import type { JoinedPart } from '../../../../contract/entities/joining.ts';
import { CHANNEL_LABELS } from '../../../../contract/texts.ts';
import { inboxPath } from '../../../base/client-config.ts';
import { useMay } from '../../../bot/place-context.ts';
import { useConversation } from '../../../hub/hooks.ts';
import { ChannelIcon } from '../../../ui/channel-icon.tsx';
import { dateTimeText } from '../../../ui/dates.ts';
import { ask } from '../../../ui/dialogs/dialogs.ts';
import plain from '../../../ui/plain-button.module.css';
import { toastFailure, toastSuccess } from '../../../ui/toast.ts';
import { separate } from './joined-words.ts';
import classes from './joining.module.css';

export default function JoinedStrip({ card }: { card: Conversation }) {
  const { joined = [], joined_into } = card;
  if (joined_into !== undefined) return <Gone card={card} into={joined_into} />;
  const own = joined.filter(({ through }) => through === undefined);
  return (
    <section className={classes.strip} aria-label="Conversaciones unidas">
      <p>
        Respondes por <strong>{CHANNEL_LABELS[card.channel]}</strong>. Se {own.length === 1 ? 'lee' : 'leen'}{' '}
        también:
      </p>
      <ul>
        {own.map((part) => (
          <Part key={part.id} card={card} part={part} />
        ))}
      </ul>
    </section>
  );
}

function Part({ card, part }: { card: Conversation; part: JoinedPart }) {
  const may = useMay()('live', 'edit');
  const [busy, setBusy] = useState(false);
  const label = CHANNEL_LABELS[part.channel];
  const open = card.state !== 'closed' && card.state !== 'archived';
  const onSeparate = async () => {
    const sure = await ask({
      title: `¿Separar la conversación de ${label}?`,
      text: 'Vuelve a quedar como estaba, y lo que se dijo en ella deja de leerse aquí.',
      confirm: 'Separar',
    });
    if (!sure) return;
    setBusy(true);
    try {
      toastSuccess(await separate(card.id, part.join_id));
    } catch (error) {
      toastFailure('No se separó la conversación', error);
    }
    setBusy(false);
  };
  return (
    <li>
      <ChannelIcon channel={part.channel} size={14} /> {label}
      <small> · unida el {dateTimeText(part.at)}</small>
      {may && open ? (
        <button
          type="button"
          className={plain.link}
          disabled={busy}
          aria-label={`Separar la conversación de ${label}`}
          onClick={() => void onSeparate()}
        >
          Separar
        </button>
      ) : null}
    </li>
  );
}

function Gone({ card, into }: { card: Conversation; into: string }) {
  const target = useConversation(card.bot_id, into)?.card ?? null;
  return (
    <section className={classes.strip} aria-label="Conversación unida">
      <p>
        Esta conversación está unida a otra del cliente
        {target ? `, por ${CHANNEL_LABELS[target.channel]}` : ''}: sigue allí.{' '}
        {target ? (
          <Link
            to={inboxPath()}
            search={{ bot: card.bot_id, state: target.state, conversation: target.id }}
            className={plain.link}
          >
            Abrirla
          </Link>
        ) : null}
      </p>
    </section>
  );
}
