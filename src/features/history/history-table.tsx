/** The conversations of a page; on a phone as cards. */
import { Link, useNavigate } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import { CHANNEL_LABELS, STATE_LABELS, withProduct } from '../../../contract/texts.ts';
import { config } from '../../base/client-config.ts';
import { ChannelIcon } from '../../ui/channel-icon.tsx';
import { dateTimeText } from '../../ui/dates.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import table from '../../ui/table.module.css';
import { useWide } from '../../ui/use-wide.ts';
import { leadName } from '../inbox/list/conversation-row.tsx';
import type { HistorySearch } from './history-search.ts';
import classes from './history-table.module.css';

interface HistoryTableProps {
  cards: readonly Conversation[];
  /** The open one. */
  open: string | undefined;
  path: string;
  search: HistorySearch;
}

const DASH = '–';
const COLUMNS = [
  'Cliente',
  'Canal',
  'Estado',
  'Agente',
  'Área',
  'Calificación',
  'Último mensaje',
  'Fecha',
] as const;

const stateText = (card: Conversation) => withProduct(STATE_LABELS[card.state], config().product.name);

export function Rating({ stars }: { stars: number }) {
  return (
    <span className={classes.rating}>
      <span aria-hidden="true">★ {stars}</span>
      <span className="visually-hidden">{stars} de 5 estrellas</span>
    </span>
  );
}

export function HistoryTable(props: HistoryTableProps) {
  const wide = useWide();
  const navigate = useNavigate();
  const { cards, open, path, search } = props;
  const toCard = (card: Conversation) => ({
    to: path,
    search: { ...search, bot: card.bot_id, conversation: card.id },
  });
  const link = (card: Conversation) => (
    <Link
      {...toCard(card)}
      className={classes.name}
      aria-current={card.id === open ? 'true' : undefined}
      preload={false}
    >
      {leadName(card)}
    </Link>
  );
  if (!wide) {
    return (
      <ul className={table.cards} aria-label="Conversaciones">
        {cards.map((card) => (
          <li key={card.id} className={`${table.card} ${classes.card}`} data-conversation={card.id}>
            <div className={classes.top}>
              <PersonAvatar name={leadName(card)} id={card.lead_id} size={32} />
              {link(card)}
              <Channel card={card} />
            </div>
            <p className={classes.preview}>{card.last_message || 'Sin mensajes'}</p>
            <p className={classes.facts}>
              <span>{stateText(card)}</span>
              {card.agent_name ? <span>{card.agent_name}</span> : null}
              {card.category ? <span>{card.category}</span> : null}
              {card.rating ? <Rating stars={card.rating.stars} /> : null}
              <time dateTime={card.last_message_date}>{dateTimeText(card.last_message_date)}</time>
            </p>
            <Tags tags={card.tags} />
          </li>
        ))}
      </ul>
    );
  }
  // The name is the link, for keyboards and other tabs; the rest of the row is only a larger target for the pointer.
  const openRow = (card: Conversation) => (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) return;
    if (getSelection()?.isCollapsed === false) return;
    void navigate(toCard(card));
  };
  return (
    <section className={table.scroll} aria-label="Tabla de conversaciones">
      <table className={`${table.table} ${classes.table}`} aria-label="Conversaciones">
        <thead>
          <tr>
            {COLUMNS.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cards.map((card) => (
            <tr
              key={card.id}
              data-conversation={card.id}
              data-open={card.id === open || undefined}
              onClick={openRow(card)}
            >
              <th scope="row">
                <span className={classes.person}>
                  <PersonAvatar name={leadName(card)} id={card.lead_id} size={30} />
                  <span>
                    {link(card)}
                    <Tags tags={card.tags} />
                  </span>
                </span>
              </th>
              <td>
                <Channel card={card} />
              </td>
              <td>{stateText(card)}</td>
              <td>{card.agent_name ?? DASH}</td>
              <td>{card.category ?? DASH}</td>
              <td>{card.rating ? <Rating stars={card.rating.stars} /> : DASH}</td>
              <td className={classes.cut}>{card.last_message || 'Sin mensajes'}</td>
              <td className={classes.moment}>
                <time dateTime={card.last_message_date}>{dateTimeText(card.last_message_date)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Channel({ card }: { card: Conversation }) {
  return (
    <span className={classes.channel}>
      <ChannelIcon channel={card.channel} /> {CHANNEL_LABELS[card.channel]}
    </span>
  );
}

export function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className={classes.tags} aria-label="Etiquetas">
      {tags.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
  );
}
