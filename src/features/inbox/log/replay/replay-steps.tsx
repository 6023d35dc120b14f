/** The whole path of a conversation, oldest step first; each leads to its place in the log. */
import { useQuery } from '@tanstack/react-query';
import { conversationCalls, type SessionRecord } from '../../../../../contract/calls/conversations.ts';
import { plainLine } from '../../../../../contract/rules/plain-line.ts';
import { sentence } from '../../../../api/api-error.ts';
import { call } from '../../../../api/call.ts';
import { config } from '../../../../base/client-config.ts';
import { dateText, exactTimeText } from '../../../../ui/dates.ts';
import { useServerNow } from '../../../../ui/use-now.ts';
import { Reason } from '../../../routing-reasons/reason.tsx';
import { reasonTitle } from '../../../routing-reasons/reason-text.ts';
import { ListError } from '../../list/list-states.tsx';
import type { Target } from '../passage.ts';
import classes from './replay.module.css';
import { spanText, stepPlace, stepText, stepWhy } from './step-text.ts';

interface ReplayStepsProps {
  conversationId: string;
  /** Null: there is no log beside it. */
  onJump: ((target: Target) => void) | null;
}

export function ReplaySteps({ conversationId, onJump }: ReplayStepsProps) {
  const steps = useQuery({
    // The hub names `conversation/{id}` stale when an event changed it.
    queryKey: [`conversation/${conversationId}`, 'sessions', 'ASC'],
    queryFn: ({ signal }) =>
      call(conversationCalls.sessions, { params: { id: conversationId }, query: { order: 'ASC' }, signal }),
  });
  const now = new Date(useServerNow()).toISOString();
  if (steps.error && !steps.data) {
    return <ListError message={sentence(steps.error)} onRetry={() => void steps.refetch()} />;
  }
  if (!steps.data) {
    return (
      <p className={classes.state} role="status">
        Cargando el recorrido…
      </p>
    );
  }
  if (steps.data.length === 0) return <p className={classes.state}>Aún no hay movimientos.</p>;
  const all = steps.data;
  return (
    <ol className={classes.steps} aria-label="Recorrido de la conversación">
      {all.map((step, place) => (
        <Step
          key={step._id}
          step={step}
          sameDay={all[place - 1]?.at.slice(0, 10) === step.at.slice(0, 10)}
          until={all[place + 1]?.at ?? now}
          latest={place === all.length - 1}
          onJump={onJump}
        />
      ))}
    </ol>
  );
}

interface StepProps {
  step: SessionRecord;
  sameDay: boolean;
  /** When the next step came. */
  until: string;
  latest: boolean;
  onJump: ReplayStepsProps['onJump'];
}

function Step({ step, sameDay, until, latest, onJump }: StepProps) {
  const what = stepText(step);
  const why = stepWhy(step);
  const over = step.to_state === 'closed' || step.to_state === 'archived';
  return (
    <li data-state={step.to_state} data-latest={latest || undefined}>
      {sameDay ? null : <p className={classes.date}>{dateText(step.at)}</p>}
      <time dateTime={step.at}>{exactTimeText(step.at)}</time>
      <div>
        {onJump ? (
          <button
            type="button"
            onClick={() => onJump({ at: step.at })}
            title="Ver este momento en la conversación"
          >
            {what}
          </button>
        ) : (
          <strong>{what}</strong>
        )}
        {step.reason ? <q dir="auto">{plainLine(step.reason, 500)}</q> : null}
        {step.why ? (
          <details open={latest}>
            <summary>{reasonTitle(step.why)}</summary>
            <Reason of={step.why} />
          </details>
        ) : why ? (
          <p>{why}</p>
        ) : null}
        <p className={classes.place}>
          {stepPlace(step, config().product.name)}
          {latest && over ? null : ` · ${latest ? 'hace' : 'durante'} ${spanText(step.at, until)}`}
        </p>
      </div>
    </li>
  );
}
