/** Now, or at a local time of the calendar: how long until then, and what a change of the clock does with it. */
import { addDays, dayIn } from '../../../contract/days.ts';
import { CAMPAIGN_LIMITS } from '../../../contract/rules/campaigns.ts';
import { startOf } from '../../../contract/rules/local-start.ts';
import { useZone } from '../../bot/place-context.ts';
import { DayField } from '../../ui/day-field/day-field.tsx';
import { RadioChoice } from '../../ui/radio-choice.tsx';
import { TimeField } from '../../ui/time-field.tsx';
import { useServerNow } from '../../ui/use-now.ts';
import { clockText, dueText } from './campaign-text.ts';
import classes from './campaigns.module.css';
import type { PlanState } from './plan-state.ts';

interface WhenChoiceProps {
  state: PlanState;
  change: (more: Partial<PlanState>) => void;
  fault: string | null;
}

export function WhenChoice({ state, change, fault }: WhenChoiceProps) {
  const zone = useZone();
  const now = useServerNow();
  const today = dayIn(now, zone);
  const at = { local: `${state.day}T${state.time}`, zone };
  const starts = state.day === '' || state.time === '' ? '' : startOf(at);
  const told = fault === null ? clockText(at) : null;
  const later = state.when === 'later';
  return (
    <div className={classes.stack}>
      <RadioChoice
        legend="Cuándo sale"
        legendHidden
        name="when"
        options={[
          { value: 'now', label: 'Ahora', text: 'Empieza cuando lo confirmes.' },
          { value: 'later', label: 'A una hora', text: 'Sale sola, aunque nadie esté conectado.' },
        ]}
        value={state.when}
        onChange={(when) =>
          change({ when, ...(when === 'later' && state.day === '' ? { day: addDays(today, 1) } : {}) })
        }
      />
      {later ? (
        <>
          <div className={classes.fields}>
            <DayField
              label="Día"
              value={state.day}
              onChange={(day) => change({ day })}
              today={today}
              first={today}
              last={addDays(today, CAMPAIGN_LIMITS.ahead)}
            />
            <TimeField label="Hora" value={state.time} onChange={(time) => change({ time })} />
          </div>
          {fault === null && starts instanceof Date ? (
            <p role="status">
              <strong>{dueText(starts.toISOString(), now)}</strong>
            </p>
          ) : null}
          {told === null ? null : <p className={classes.held}>{told}</p>}
          {fault === null ? null : (
            <p role="alert" className={classes.fault}>
              {fault}
            </p>
          )}
        </>
      ) : null}
    </div>
  );
}
