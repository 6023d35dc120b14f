/** One agent: totals, a bar of 24 hours for each day, and the stretches in words. */
import { AGENT_STATUSES } from '../../../contract/states.ts';
import { AGENT_STATUS_LABELS } from '../../../contract/texts.ts';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import classes from './agent-hours.module.css';
import {
  type AgentDays,
  type Day,
  dayLabel,
  durationText,
  hoursOf,
  stretches,
  totalOf,
} from './hours-view.ts';

interface Clock {
  zone: string;
  now: string;
}

export function AgentHours({ agent, ...clock }: { agent: AgentDays } & Clock) {
  const total = totalOf(agent.days);
  const headingId = `agent-hours-${agent.id}`;
  return (
    <section className={classes.agent} aria-labelledby={headingId}>
      <header className={classes.head}>
        <PersonAvatar name={agent.name} id={String(agent.id)} image={agent.image} size={36} />
        <h2 id={headingId}>{agent.name}</h2>
        <dl className={classes.totals}>
          {AGENT_STATUSES.map((status) => (
            <div key={status}>
              <dt>{AGENT_STATUS_LABELS[status]}</dt>
              <dd>{durationText(total[status])}</dd>
            </div>
          ))}
        </dl>
      </header>
      <div className={classes.hours} aria-hidden="true">
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour}>{String(hour).padStart(2, '0')}</span>
        ))}
      </div>
      <ol className={classes.days}>
        {agent.days.toReversed().map((day) => (
          <DayRow key={day.day} day={day} {...clock} />
        ))}
      </ol>
    </section>
  );
}

function DayRow({ day, zone, now }: { day: Day } & Clock) {
  const parts = stretches(day, zone, now);
  const hours = hoursOf(day);
  return (
    <li className={classes.day}>
      <details>
        <summary>
          <span className={classes.label}>{dayLabel(day.day)}</span>
          <span className={classes.bar} aria-hidden="true">
            {parts.map((part) => (
              <i
                key={part.id}
                data-status={part.status}
                style={{ left: `${part.from * 100}%`, width: `${(part.to - part.from) * 100}%` }}
                title={`${part.since}–${part.until ?? 'ahora'} ${AGENT_STATUS_LABELS[part.status]}`}
              />
            ))}
          </span>
          <span className={classes.worked}>
            <span className="visually-hidden">Conectado: </span>
            {durationText(day.seconds.active)}
          </span>
        </summary>
        {hours === 24 ? null : (
          <p className={classes.changed}>Cambió la hora: este día tuvo {hours} horas.</p>
        )}
        {parts.length === 0 ? (
          <p className={classes.none}>Sin registros este día.</p>
        ) : (
          <ul className={classes.parts}>
            {parts.map((part) => (
              <li key={part.id}>
                <i data-status={part.status} aria-hidden="true" />
                {part.since} – {part.until ?? 'ahora'} · {AGENT_STATUS_LABELS[part.status]}
              </li>
            ))}
            <li className={classes.sum}>
              {AGENT_STATUSES.map(
                (status) => `${AGENT_STATUS_LABELS[status]} ${durationText(day.seconds[status])}`,
              ).join(' · ')}
            </li>
          </ul>
        )}
      </details>
    </li>
  );
}
