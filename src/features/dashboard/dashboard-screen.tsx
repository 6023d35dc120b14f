/** `/dashboard`: for now the live counters of the selected bot, each leading to its conversations. */
import { Link } from '@tanstack/react-router';
import { CONVERSATION_STATES } from '../../../contract/states.ts';
import { STATE_LABELS, TEXTS, withProduct } from '../../../contract/texts.ts';
import { config, inboxName, inboxPath } from '../../app/client-config.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { useCounters } from '../../hub/hooks.ts';
import { figure } from '../../ui/money.ts';
import classes from './dashboard-screen.module.css';

function Counters() {
  const { place } = usePlace();
  const counters = useCounters(place.bot.id);
  return (
    <ul className={classes.counters}>
      {CONVERSATION_STATES.map((state) => (
        <li key={state}>
          <Link to={inboxPath()} search={{ state }} className={classes.counter}>
            <span className={classes.figure}>{counters ? figure(counters.byState[state]) : '–'}</span>
            <span>{withProduct(STATE_LABELS[state], config().product.name)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function DashboardScreen() {
  const { place, user } = usePlace();
  const may = useMay();
  if (!may('dashboard', 'read')) return <p className={classes.none}>{TEXTS.noModuleAccess}</p>;
  return (
    <div className={classes.page}>
      <h1>Hola, {user.name.split(' ')[0]}</h1>
      <p className={classes.lead}>Así están ahora las conversaciones de {place.bot.bot_name}.</p>
      {may('live', 'read') ? (
        <section aria-labelledby="live-now">
          <h2 id="live-now">{inboxName()} ahora</h2>
          <Counters />
        </section>
      ) : null}
      <section className={classes.coming}>
        <h2>Más del Dashboard: en construcción</h2>
        <p>Métricas, tendencias y el resumen de tu plan aparecerán aquí.</p>
      </section>
    </div>
  );
}
