/** Who waits, longest first, and what can be done about it from here. */
import { useState } from 'react';
import type { AnswerLevel } from '../../../../contract/entities/answer-deadlines.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { CHANNEL_LABELS } from '../../../../contract/texts.ts';
import type { SupervisionView } from '../../../../workers/hub/surface/views.ts';
import { usePlace } from '../../../bot/place-context.ts';
import { waitText } from '../../../ui/dates.ts';
import { figure } from '../../../ui/money.ts';
import button from '../../../ui/plain-button.module.css';
import { useServerNow } from '../../../ui/use-now.ts';
import type { Rights } from '../actions/actions.ts';
import { AnswersDue } from './answers-due.tsx';
import { severityOf } from './severity.ts';
import classes from './supervisor.module.css';
import { WatchedRow } from './watched-row.tsx';

/** At once; the longest waits are what matters. */
const SHOWN = 20;

interface QueueProps {
  /** Longest wait first. */
  cards: readonly Conversation[];
  total: number;
  openId: string | null;
  /** Watched before the view was away: its row comes into sight. */
  backFrom: string | null;
  rights: Rights;
  answers: SupervisionView['answers'];
  onAnswers: (agentId: number | null, level: AnswerLevel) => void;
  onOpen: (id: string) => void;
  onTake: (card: Conversation) => void;
  onAssign: (card: Conversation) => void;
}

export function Queue(props: QueueProps) {
  const { cards, total, openId, backFrom, rights, answers, onAnswers, onOpen, onTake, onAssign } = props;
  const now = useServerNow();
  const { bot } = usePlace().place;
  const [most, setMost] = useState(SHOWN);
  return (
    <section className={classes.part} aria-labelledby="supervision-queue">
      <h2 id="supervision-queue">Cola</h2>
      <AnswersDue agentId={null} whose="sin agente" answers={answers} onShow={onAnswers} />
      {cards.length === 0 ? <p className={classes.none}>Nadie está esperando a una persona.</p> : null}
      <ul className={classes.rows}>
        {cards.slice(0, most).map((card) => (
          <WatchedRow
            key={card.id}
            card={card}
            place="queued"
            open={card.id === openId}
            backFrom={card.id === backFrom}
            onOpen={onOpen}
            facts={
              <>
                {CHANNEL_LABELS[card.channel]}
                {card.category ? ` · ${card.category}` : ''} · {card.last_message || 'Sin mensajes'}
              </>
            }
            severity={severityOf(card.waiting_since, now, bot)}
            wait={
              <>
                <span className="visually-hidden">Espera </span>
                {card.waiting_since === null ? '–' : waitText(card.waiting_since, now)}
              </>
            }
            acts={[
              { label: 'Tomar', allowed: rights.edit, act: onTake },
              { label: 'Asignar…', allowed: rights.shunt, act: onAssign },
            ]}
          />
        ))}
      </ul>
      {cards.length > most ? (
        <button
          type="button"
          className={`${button.small} ${classes.more}`}
          onClick={() => setMost(most + SHOWN)}
        >
          Mostrar más
        </button>
      ) : null}
      {total > cards.length ? (
        <p className={classes.none}>
          Se muestran las {figure(cards.length)} que llevan más tiempo, de {figure(total)}.
        </p>
      ) : null}
    </section>
  );
}
