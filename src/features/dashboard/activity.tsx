/** The last days: bars per day, and figures beside those of the week before. */

import { Link } from '@tanstack/react-router';
import type { BotDashboard } from '../../../contract/calls/dashboard.ts';
import { inboxPath } from '../../base/client-config.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { previewPath } from '../../ui/bot-preview.tsx';
import button from '../../ui/link-button.module.css';
import { figure } from '../../ui/money.ts';
import { activityFigures, isQuiet, shortDay } from './activity-view.ts';
import classes from './dashboard.module.css';

export function Activity({ dashboard }: { dashboard: BotDashboard }) {
  const { days, scope } = dashboard;
  const own = scope === 'own';
  if (isQuiet(dashboard)) return <Quiet own={own} />;
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
          <span>por día, con la semana anterior</span>
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

/** Nothing happened: no chart of zeros, but what would change that. */
function Quiet({ own }: { own: boolean }) {
  const { place } = usePlace();
  const may = useMay();
  const { bot } = place;
  return (
    <section aria-labelledby="activity">
      <h2 id="activity">{own ? 'Tu actividad' : 'Actividad'} de los últimos 14 días</h2>
      <div className={`${classes.panel} ${classes.quiet}`}>
        <p>
          {own
            ? 'No has tomado conversaciones en estos días. Cuando tomes una, aquí verás cuántas atiendes.'
            : `Nadie ha conversado con ${bot.bot_name} en estos días. Cuando alguien lo haga, aquí verás cuántos y quién los atendió.`}
        </p>
        {own ? (
          <Link to={inboxPath()} search={{ state: 'pending' }} className={button.link}>
            Ver las pendientes
          </Link>
        ) : may('chatbot', 'read') ? (
          <p className={classes.actions}>
            <Link
              to="/integration-install"
              search={{ bot: bot.id, token: bot.token }}
              className={`${button.link} ${button.primary}`}
            >
              Instalarlo en tu sitio
            </Link>
            <a href={previewPath(bot)} target="_blank" rel="noopener" className={button.link}>
              Probarlo como cliente
            </a>
          </p>
        ) : null}
      </div>
    </section>
  );
}
