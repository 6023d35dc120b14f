/** What each person has, how they are and since when; a row unfolds to what they have, to watch, derive or take over. */

import { TIME_ZONE } from '../../../../contract/days.ts';
import type { Absence } from '../../../../contract/entities/absence.ts';
import type { AnswerLevel } from '../../../../contract/entities/answer-deadlines.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import type { Colleague } from '../../../../contract/entities/user.ts';
import { absenceAt, absentUntilText } from '../../../../contract/rules/absences.ts';
import { plainLine } from '../../../../contract/rules/plain-line.ts';
import { AGENT_STATUS_LABELS } from '../../../../contract/texts.ts';
import type { SupervisionView } from '../../../../workers/hub/surface/views.ts';
import { usePlace } from '../../../bot/place-context.ts';
import { hub, useConversations } from '../../../hub/hooks.ts';
import { dateTimeText, waitText } from '../../../ui/dates.ts';
import { LoadError, LoadRows } from '../../../ui/load-state.tsx';
import { figure } from '../../../ui/money.ts';
import { PersonAvatar } from '../../../ui/person-avatar.tsx';
import button from '../../../ui/plain-button.module.css';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { useServerNow } from '../../../ui/use-now.ts';
import { useAbsences } from '../../team/team-queries.ts';
import type { Rights } from '../actions/actions.ts';
import { AnswersDue } from './answers-due.tsx';
import { severityOf } from './severity.ts';
import classes from './supervisor.module.css';
import { type Member, members } from './team-order.ts';
import { WatchedRow } from './watched-row.tsx';

interface TeamProps {
  botId: number;
  colleagues: readonly Colleague[] | undefined;
  load: SupervisionView['load'];
  answers: SupervisionView['answers'];
  onAnswers: (agentId: number | null, level: AnswerLevel) => void;
  openId: string | null;
  /** Watched before the view was away: its row comes into sight. */
  backFrom: string | null;
  rights: Rights;
  onOpen: (id: string) => void;
  onAgent: (agentId: number) => void;
  onTakeOver: (card: Conversation) => void;
  onDerive: (card: Conversation) => void;
  /** Whose conversations stand open. */
  unfolded: number | null;
  onUnfold: (agentId: number | null) => void;
}

export function Team({ colleagues, load, unfolded, onUnfold, ...rest }: TeamProps) {
  const now = useServerNow();
  const list = members(colleagues ?? [], load);
  const absences = useAbsences(rest.botId).data;
  const most = Math.max(0, ...list.map(({ taken }) => taken));
  return (
    <section className={classes.part} aria-labelledby="supervision-team">
      <h2 id="supervision-team">Equipo</h2>
      {colleagues === undefined ? <LoadRows label="Cargando equipo…" rows={3} height={44} /> : null}
      {colleagues && list.length === 0 ? (
        <p className={classes.none}>Aún no hay agentes en este chatbot.</p>
      ) : null}
      <ul className={classes.rows}>
        {colleagues
          ? list.map((member) => (
              <Row
                key={member.id}
                member={member}
                most={most}
                unfolded={unfolded === member.id}
                onUnfold={() => onUnfold(unfolded === member.id ? null : member.id)}
                absence={absences && absenceAt(absences.absences, member.id, now)}
                zone={absences?.zone ?? TIME_ZONE}
                {...rest}
              />
            ))
          : null}
      </ul>
    </section>
  );
}

type RowProps = Omit<TeamProps, 'colleagues' | 'load' | 'unfolded' | 'onUnfold'> & {
  member: Member;
  /** What the busiest has: the load is drawn beside it. */
  most: number;
  unfolded: boolean;
  onUnfold: () => void;
  /** The one that holds now. */
  absence: Absence | undefined;
  zone: string;
};

const held = (count: number, word: string): string => (count === 1 ? word : `${word}s`);

function Row({ member, most, unfolded, onUnfold, answers, onAnswers, absence, zone, ...rest }: RowProps) {
  const now = useServerNow();
  const { name, status, since, taken, inactive } = member;
  const share = most === 0 ? 0 : Math.round((100 * taken) / most);
  return (
    <li className={classes.member} data-agent={member.id}>
      <button
        type="button"
        className={classes.person}
        aria-expanded={unfolded}
        aria-label={`${plainLine(name)}: ${taken} ${held(taken, 'tomada')}, ${inactive} ${held(inactive, 'inactiva')}${absence ? `. ${absentUntilText(absence.to, zone)}` : ''}`}
        onClick={onUnfold}
      >
        <PersonAvatar name={name} id={String(member.id)} image={member.image} size={30} />
        <span className={classes.name}>
          <strong>{plainLine(name)}</strong>
          <span title={since === null ? undefined : dateTimeText(since)}>
            <StatusDot status={status} /> {status === null ? 'Sin vínculo' : AGENT_STATUS_LABELS[status]}
            {since === null ? '' : ` hace ${waitText(since, now)}`}
          </span>
          {absence ? <span>{absentUntilText(absence.to, zone)}</span> : null}
        </span>
        <span className={classes.load} aria-hidden="true">
          <i style={{ width: `${share}%` }} />
        </span>
        <span className={classes.amount}>
          <b>{figure(taken)}</b> {held(taken, 'tomada')}
        </span>
        <span className={classes.amount}>
          <b>{figure(inactive)}</b> {held(inactive, 'inactiva')}
        </span>
      </button>
      <AnswersDue agentId={member.id} whose={plainLine(name)} answers={answers} onShow={onAnswers} />
      {unfolded ? <Held member={member} {...rest} /> : null}
    </li>
  );
}

function Held({
  botId,
  member,
  openId,
  backFrom,
  rights,
  onOpen,
  onAgent,
  onTakeOver,
  onDerive,
}: Omit<RowProps, 'unfolded' | 'onUnfold' | 'most' | 'answers' | 'onAnswers' | 'absence' | 'zone'>) {
  const now = useServerNow();
  const { user, place } = usePlace();
  const query = { state: 'taken', channel: null, agent_id: member.id, category: null } as const;
  const list = useConversations(botId, query);
  return (
    <div className={classes.held}>
      {list === undefined || (list.loading && list.cards.length === 0) ? (
        <LoadRows label="Cargando conversaciones…" rows={2} height={40} />
      ) : null}
      {list?.error ? (
        <LoadError
          message={list.error}
          onRetry={() =>
            void hub()
              .reload({ kind: 'list', botId, query })
              .catch((error: unknown) => console.warn('The list was not reloaded.', error))
          }
        />
      ) : null}
      {list && !list.loading && !list.error && list.cards.length === 0 ? (
        <p className={classes.none}>No tiene conversaciones tomadas.</p>
      ) : null}
      <ul className={classes.rows}>
        {list?.cards.map((card) => (
          <WatchedRow
            key={card.id}
            card={card}
            place="held"
            open={card.id === openId}
            backFrom={card.id === backFrom}
            onOpen={onOpen}
            facts={card.last_message || 'Sin mensajes'}
            severity={severityOf(card.waiting_since, now, place.bot)}
            wait={card.waiting_since === null ? 'respondida' : `espera ${waitText(card.waiting_since, now)}`}
            acts={
              member.id === user.id
                ? []
                : [
                    { label: 'Tomar el control', allowed: rights.shunt, act: onTakeOver },
                    { label: 'Derivar…', allowed: rights.shunt, act: onDerive },
                  ]
            }
          />
        ))}
      </ul>
      {list && (list.more || list.cards.length > 0) ? (
        <button
          type="button"
          className={`${button.small} ${classes.more}`}
          onClick={() => onAgent(member.id)}
        >
          Ver en la lista
        </button>
      ) : null}
    </div>
  );
}
