/** A counter that explains itself: the conversations behind a figure, and the events that moved it (docs/product.md §10). */
import { Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { plainLine } from '../../../../contract/rules/plain-line.ts';
import { CHANNEL_LABELS } from '../../../../contract/texts.ts';
import type { Figure } from '../../../../machines/inbox/counter-moves.ts';
import { isMarkedList } from '../../../../machines/inbox/held.ts';
import { LIST_OF_FIGURE, OWN_FIGURES } from '../../../../machines/inbox/own.ts';
import type { Topic } from '../../../../workers/hub/surface/topics.ts';
import type { CountersView } from '../../../../workers/hub/surface/views.ts';
import { config, inboxPath } from '../../../base/client-config.ts';
import { hub, useConversations, useCounters } from '../../../hub/hooks.ts';
import { ChannelIcon } from '../../../ui/channel-icon.tsx';
import { dateTimeText, shortAge } from '../../../ui/dates.ts';
import '../../../ui/dialog-styles.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import button from '../../../ui/link-button.module.css';
import { Empty, LoadError, LoadRows } from '../../../ui/load-state.tsx';
import { figure as figureText } from '../../../ui/money.ts';
import plain from '../../../ui/plain-button.module.css';
import { useNow } from '../../../ui/use-now.ts';
import { leadName } from '../list/conversation-row.tsx';
import { ownName } from '../list/list-filters.ts';
import { stateName } from '../list/state-name.ts';
import classes from './counter-dialog.module.css';
import { deltaText, moverName, moveText, wayText } from './moves-text.ts';
import { useCounterMoves } from './use-counter-moves.ts';
import { Verified } from './verified.tsx';

interface CounterDialogProps {
  botId: number;
  figure: Figure;
  onClose: () => void;
}

export default function CounterDialog({ botId, figure, onClose }: CounterDialogProps) {
  useFocusBack();
  const counters = useCounters(botId);
  const name = stateName(ownName(figure.state));
  const title = figure.channel === null ? name : `${name} · ${CHANNEL_LABELS[figure.channel]}`;
  const value = counters && shownValue(counters, figure);
  return (
    <Modal
      opened
      onClose={onClose}
      size="60rem"
      title={`${title}: ${value === undefined ? '…' : figureText(value)}`}
    >
      {counters ? <Verified botId={botId} counters={counters} /> : null}
      <div className={classes.columns}>
        <Behind botId={botId} figure={figure} total={value} onClose={onClose} />
        <Moves botId={botId} figure={figure} onClose={onClose} />
      </div>
    </Modal>
  );
}

/** Undefined: not known. */
function shownValue(counters: CountersView, { state, channel }: Figure): number | undefined {
  const own = OWN_FIGURES.find((name) => LIST_OF_FIGURE[name] === state);
  if (own) return counters.own[own] ?? undefined;
  if (state === 'held' || isMarkedList(state)) return undefined;
  return channel === null ? counters.byState[state] : counters.byChannel[state][channel];
}

function Behind({ botId, figure, total, onClose }: CounterDialogProps & { total: number | undefined }) {
  const title = useId();
  const now = useNow();
  const { state, channel, agent_id = null } = figure;
  // Of the mentions those are counted that were not looked at.
  const unseen = state === 'mentioned' ? { unread: true as const } : {};
  const query = { state, channel, agent_id, category: null, ...unseen };
  const list = useConversations(botId, query);
  const topic: Topic = { kind: 'list', botId, query };
  const ask = (what: 'loadMore' | 'reload') =>
    void hub()
      [what](topic)
      .catch((error: unknown) => console.warn('The list did not come.', error));
  const cards = list?.cards ?? [];
  return (
    <section aria-labelledby={title}>
      <h3 id={title}>Conversaciones{total === undefined ? '' : ` (${figureText(total)})`}</h3>
      {list === undefined || (list.loading && cards.length === 0) ? (
        <LoadRows label="Cargando conversaciones…" rows={5} height={44} />
      ) : null}
      {list?.error ? <LoadError message={list.error} onRetry={() => ask('reload')} /> : null}
      {list && !list.loading && !list.error && cards.length === 0 ? (
        <Empty
          title="Ninguna ahora"
          next={
            <Link to={inboxPath()} search={{ bot: botId }} onClick={onClose} className={button.link}>
              Ir a Live
            </Link>
          }
        />
      ) : null}
      <ul className={classes.list}>
        {cards.map((card) => (
          <li key={card.id}>
            <Link
              to={inboxPath()}
              search={{ bot: botId, state: card.state, conversation: card.id }}
              onClick={onClose}
              className={classes.row}
            >
              <ChannelIcon channel={card.channel} size={15} />
              <span className={classes.name}>{leadName(card)}</span>
              <span className={classes.side}>
                {card.agent_name ? `${plainLine(card.agent_name)} · ` : ''}
                {shortAge(card.last_message_date, now)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {list?.more && cards.length > 0 ? (
        <button type="button" className={plain.small} disabled={list.loading} onClick={() => ask('loadMore')}>
          {list.loading ? 'Cargando…' : 'Mostrar más'}
        </button>
      ) : null}
    </section>
  );
}

function Moves({ botId, figure, onClose }: CounterDialogProps) {
  const title = useId();
  const found = useCounterMoves(botId, figure);
  return (
    <section aria-labelledby={title}>
      <h3 id={title}>Qué movió la cifra</h3>
      {found.loading && found.moves.length === 0 ? (
        <LoadRows label="Cargando movimientos…" rows={5} height={44} />
      ) : null}
      {found.error ? <LoadError message={failureText(found.error)} onRetry={found.retry} /> : null}
      {!found.loading && !found.error && found.moves.length === 0 && !found.more ? (
        <Empty
          title="La cifra no se ha movido"
          next={{ none: 'changes come by themselves; the conversations stand beside it' }}
        >
          El registro de eventos empezó con ella; cada cambio aparecerá aquí.
        </Empty>
      ) : null}
      <ol className={classes.list}>
        {found.moves.map((move) => (
          <li key={move.id} className={classes.move}>
            <span className={classes.delta} data-up={move.delta === 1 || undefined}>
              {deltaText(move.delta)}
            </span>
            <span className={classes.what}>
              <span>
                <strong>{moverName(move)}</strong> {moveText(move, figure.state)}
              </span>
              <span className={classes.side}>
                {move.lead_name === null ? (
                  'Una conversación que ya no ves'
                ) : (
                  <Link
                    to={inboxPath()}
                    search={{ bot: botId, conversation: move.conversation_id }}
                    onClick={onClose}
                  >
                    {plainLine(move.lead_name) || 'Cliente sin nombre'}
                  </Link>
                )}
                {' · '}
                {wayText(move, config().product.name)}
              </span>
            </span>
            <time dateTime={move.at} className={classes.side}>
              {dateTimeText(move.at)}
            </time>
          </li>
        ))}
      </ol>
      {found.more ? (
        <button type="button" className={plain.small} disabled={found.loadingMore} onClick={found.loadMore}>
          {found.loadingMore ? 'Cargando…' : 'Movimientos anteriores'}
        </button>
      ) : null}
      {found.moves.length > 0 && !found.more && !found.loading ? (
        <p className={classes.side}>El registro de eventos no llega más atrás.</p>
      ) : null}
    </section>
  );
}
