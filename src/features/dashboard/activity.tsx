/** The last days: bars per day, and figures beside those of the week before. */
import type { BotDashboard } from '../../../contract/calls/dashboard.ts';
import { figure } from '../../ui/money.ts';
import { activityFigures, shortDay } from './activity-view.ts';
import classes from './dashboard.module.css';

export function Activity({ dashboard }: { dashboard: BotDashboard }) {
  const { days, scope } = dashboard;
  const own = scope === 'own';
  const most = Math.max(1, ...days.flatMap(({ started, attended }) => [started, attended]));
  return (
    <section aria-labelledby="activity" className={classes.activity}>
      <h2 id="activity">{own ? 'Tu actividad' : 'Actividad'} de los últimos 7 días</h2>
      <dl className={classes.figures}>
        {activityFigures(dashboard).map(({ name, value, before }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value} <small className={classes.earlier}>antes {before}</small>
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.panel}>
        <p className={classes.legend} aria-hidden="true">
          {own ? null : (
            <span>
              <i data-kind="started" /> Conversaciones nuevas
            </span>
          )}
          <span>
            <i data-kind="attended" /> {own ? 'Conversaciones que tomaste' : 'Atendidas por personas'}
          </span>
        </p>
        <ol className={classes.bars} aria-label="Por día, los últimos 14 días">
          {days.map(({ day, started, attended }) => (
            <li key={day}>
              <span className="visually-hidden">
                {shortDay(day)}: {own ? '' : `${figure(started)} nuevas, `}
                {figure(attended)} {own ? 'tomadas' : 'atendidas por personas'}
              </span>
              <div
                aria-hidden="true"
                title={`${own ? '' : `${figure(started)} nuevas, `}${figure(attended)} atendidas`}
              >
                {own ? null : <i data-kind="started" style={{ height: `${(started / most) * 100}%` }} />}
                <i data-kind="attended" style={{ height: `${(attended / most) * 100}%` }} />
              </div>
              <small className={classes.dayName} aria-hidden="true">
                {shortDay(day)}
              </small>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
