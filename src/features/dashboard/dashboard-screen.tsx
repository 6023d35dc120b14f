/** `/dashboard`: the selected bot at a glance: what happens now, what happened lately, what it still lacks. */
import { useQuery } from '@tanstack/react-query';
import { dashboardCalls } from '../../../contract/calls/dashboard.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useAskedAgain } from '../../api/use-asked-again.ts';
import { inboxName } from '../../base/client-config.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { useToday } from '../../bot/use-today.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Activity } from './activity.tsx';
import { BotCard } from './bot-card.tsx';
import { Counters } from './counters.tsx';
import classes from './dashboard.module.css';
import { FirstSteps } from './first-steps.tsx';
import { OwnDaySection } from './own-day.tsx';
import { QuickLinks } from './quick-links.tsx';

/** The figures of today move while people work: asked again this long after something happened. Milliseconds. */
const AGAIN = 5_000;

const KEY = 'dashboard';

export function DashboardScreen() {
  const { place, user } = usePlace();
  const may = useMay();
  const allowed = may('dashboard', 'read');
  const botId = place.bot.id;
  useAskedAgain(botId, KEY, AGAIN);
  // Another day, other figures.
  const today = useToday();
  const dashboard = useQuery({
    queryKey: [KEY, botId, today],
    queryFn: ({ signal }) => call(dashboardCalls.botDashboard, { params: { botId }, signal }),
    enabled: allowed,
  });
  if (!allowed) return <p className={classes.none}>{TEXTS.noModuleAccess}</p>;
  const found = dashboard.data;
  return (
    <div className={classes.page}>
      <h1>Hola, {user.name.split(' ')[0]}</h1>
      <p className={classes.lead}>Así están ahora las conversaciones de {place.bot.bot_name}.</p>
      {place.link.role.base === 'agente' && may('live', 'read') ? <OwnDaySection key={botId} /> : null}
      {may('live', 'read') ? (
        <section aria-labelledby="live-now">
          <h2 id="live-now">{inboxName()} ahora</h2>
          <Counters />
        </section>
      ) : null}
      {found ? <FirstSteps key={botId} steps={found.steps} /> : null}
      {dashboard.isPending ? <LoadRows label="Cargando el resumen…" rows={2} height={150} /> : null}
      {dashboard.error && !found ? (
        <LoadError message={sentence(dashboard.error)} onRetry={() => void dashboard.refetch()} />
      ) : null}
      {found ? (
        <>
          <Activity dashboard={found} />
          <BotCard dashboard={found} />
        </>
      ) : null}
      <QuickLinks />
    </div>
  );
}
