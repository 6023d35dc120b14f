/**
 * Supervisión, for owners and administrators: who waits and how long, what each person has and how they are, how long
 * customers waited today. Figures are folded from the log in the hub: they move with the counters.
 */
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { type RefObject, useState } from 'react';
import type { AnswerLevel } from '../../../../contract/entities/answer-deadlines.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { TEXTS } from '../../../../contract/texts.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { useMay, usePlace } from '../../../bot/place-context.ts';
import { hub, useColleagues, useCounters, useTopic } from '../../../hub/hooks.ts';
import { LoadError, LoadRows } from '../../../ui/load-state.tsx';
import { deriveOne } from '../actions/derive-one.ts';
import { useCardActions } from '../actions/use-actions.ts';
import { Figures } from './figures.tsx';
import { OverdueTickets } from './overdue-tickets.tsx';
import { Queue } from './queue.tsx';
import classes from './supervisor.module.css';
import { Team } from './team.tsx';

const DeriveDialog = lazyPart(() => import('../actions/derive-dialog.tsx'));

/** What stays as it was while the view is away: watching a conversation gives it another pane, or none on a phone. */
export interface SupervisionPlace {
  /** Whose conversations stand open. */
  unfolded: number | null;
  /** The conversation that was watched last. */
  watched: string | null;
}

interface SupervisorViewProps {
  openId: string | null;
  remembered: RefObject<SupervisionPlace>;
  onOpen: (id: string) => void;
  /** The list of what somebody has. */
  onAgent: (agentId: number) => void;
  /** The list of what is late or nearly, of somebody or of nobody. */
  onAnswers: (agentId: number | null, level: AnswerLevel) => void;
  /** On a phone: back to the views. */
  onBack: (() => void) | null;
}
interface Giving {
  card: Conversation;
  command: 'derive' | 'assign';
}

export default function SupervisorView(props: SupervisorViewProps) {
  const { place } = usePlace();
  const may = useMay();
  const allowed = place.link.role.base !== 'agente' && may('live', 'read');
  return (
    <section className={classes.view} aria-labelledby="supervision">
      <header className={classes.head}>
        {props.onBack ? (
          <button
            type="button"
            className={classes.back}
            onClick={props.onBack}
            aria-label="Volver a las vistas"
          >
            <IconArrowLeft size={18} aria-hidden="true" />
          </button>
        ) : null}
        <h1 id="supervision">Supervisión</h1>
      </header>
      {allowed ? (
        <Watching {...props} botId={place.bot.id} />
      ) : (
        <p className={classes.none}>{TEXTS.noModuleAccess}</p>
      )}
    </section>
  );
}

function Watching(props: SupervisorViewProps & { botId: number }) {
  const { botId, openId, remembered, onOpen, onAgent, onAnswers } = props;
  const may = useMay();
  const { user } = usePlace();
  const view = useTopic({ kind: 'supervision', botId });
  const counters = useCounters(botId);
  const colleagues = useColleagues(botId);
  const actions = useCardActions();
  const [giving, setGiving] = useState<Giving | null>(null);
  const [unfolded, setUnfolded] = useState(remembered.current.unfolded);
  const [backFrom] = useState(remembered.current.watched);
  const watch = (id: string) => {
    remembered.current.watched = id;
    onOpen(id);
  };
  const reload = () =>
    void hub()
      .reload({ kind: 'supervision', botId })
      .catch((error: unknown) => console.warn('Supervision was not reloaded.', error));
  const rights = { edit: may('live', 'edit'), shunt: may('live', 'edit') && may('live', 'shunt-agent') };
  if (!view?.known) {
    return view?.error ? (
      <LoadError message={view.error} onRetry={reload} />
    ) : (
      <LoadRows label="Cargando la supervisión…" rows={8} height={44} />
    );
  }
  return (
    <>
      {view.error ? (
        <LoadError message={`Estas cifras pueden estar atrasadas. ${view.error}`} onRetry={reload} />
      ) : null}
      <Figures botId={botId} view={view} waiting={counters?.byState.pending} />
      <OverdueTickets botId={botId} />
      <div className={classes.sides}>
        <Queue
          cards={view.queue}
          total={counters?.byState.pending ?? view.queue.length}
          openId={openId}
          backFrom={backFrom}
          rights={rights}
          answers={view.answers}
          onAnswers={onAnswers}
          onOpen={watch}
          onTake={(card) => void actions.act(card, 'take')}
          onAssign={(card) => setGiving({ card, command: 'assign' })}
        />
        <Team
          botId={botId}
          colleagues={colleagues}
          load={view.load}
          answers={view.answers}
          onAnswers={onAnswers}
          openId={openId}
          backFrom={backFrom}
          rights={rights}
          onOpen={watch}
          onAgent={onAgent}
          onTakeOver={(card) => void actions.act(card, 'take_over')}
          onDerive={(card) => setGiving({ card, command: 'derive' })}
          unfolded={unfolded}
          onUnfold={(agentId) => {
            remembered.current.unfolded = agentId;
            setUnfolded(agentId);
          }}
        />
      </div>
      {giving ? (
        <DeriveDialog
          {...deriveOne(giving.card, user.id)}
          onClose={() => setGiving(null)}
          onGive={(agentId, reason) => {
            void actions.give(giving.card, giving.command, agentId, reason);
            setGiving(null);
          }}
          onTeam={(team, reason) => {
            void actions.giveTeam(giving.card, team, reason);
            setGiving(null);
          }}
        />
      ) : null}
    </>
  );
}
