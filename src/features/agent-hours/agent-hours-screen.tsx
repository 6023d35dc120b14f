/** `/historial-estado-agentes`: a timeline per agent from status events, with exact hours per state and day. */

import { Button, NativeSelect } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { agentCalls } from '../../../contract/calls/agents.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { AGENT_STATUSES } from '../../../contract/states.ts';
import { AGENT_STATUS_LABELS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useAskedAgain } from '../../api/use-asked-again.ts';
import { usePlace } from '../../bot/place-context.ts';
import { useToday } from '../../bot/use-today.ts';
import { DateRange } from '../../ui/date-range/date-range.tsx';
import { lastDays, rangeFault } from '../../ui/date-range/range.ts';
import button from '../../ui/link-button.module.css';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Screen } from '../../ui/screen.tsx';
import { useServerNow } from '../../ui/use-now.ts';
import classes from './agent-hours.module.css';
import { AgentHours } from './agent-hours.tsx';
import { hoursCsv, hoursUntil } from './hours-view.ts';

const KEY = 'agent-hours';
/** Statuses that change together are asked for together. Milliseconds. */
const AGAIN = 2_000;
/** Shown at first. */
const DAYS = 7;

export function AgentHoursScreen() {
  const { place } = usePlace();
  // Days, agent and the rows kept while others load belong to one bot.
  return <Hours key={place.bot.id} />;
}

function Hours() {
  const { place } = usePlace();
  const botId = place.bot.id;
  // The bot's present day: a browser elsewhere may already have another one.
  const today = useToday();
  const [range, setRange] = useState(() => lastDays(DAYS, today));
  const [agent, setAgent] = useState('');
  const rules = { today, mostDays: LIMITS.statusHistoryDays };
  const valid = rangeFault(range, rules) === null;
  const { from, to } = range;
  useAskedAgain(botId, KEY, AGAIN, 'statuses');
  const now = useServerNow();
  const history = useQuery({
    queryKey: [KEY, botId, from, to],
    queryFn: ({ signal }) => call(agentCalls.statusHistory, { body: { bot_id: botId, from, to }, signal }),
    enabled: valid,
    placeholderData: keepPreviousData,
  });
  // Rows of other days stay in sight while theirs load, but never under dates that nobody can ask for.
  // Who works goes on working between two changes.
  const found = valid && history.data ? hoursUntil(history.data, now) : undefined;
  const agents = found?.agents ?? [];
  const shown = agents.filter(({ id }) => agent === '' || String(id) === agent);
  const download = () => {
    if (!found) return;
    saveFile(
      `horas-agentes-${from}-${to}.csv`,
      hoursCsv({ ...found, agents: shown }),
      'text/csv;charset=utf-8',
    );
  };
  return (
    <Screen
      title="Seguimiento de agentes"
      lead={`Horas exactas en cada estado en ${place.bot.bot_name}, por día.`}
      back={{ to: '/agentes', label: 'Agentes' }}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          onClick={download}
          disabled={shown.length === 0 || history.isPlaceholderData}
        >
          Exportar CSV
        </Button>
      }
    >
      <div className={classes.filters}>
        <DateRange value={range} onChange={setRange} {...rules} />
        <NativeSelect
          label="Agente"
          className={classes.who}
          value={agent}
          onChange={(event) => setAgent(event.currentTarget.value)}
          data={[
            { value: '', label: 'Todos' },
            ...agents.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <ul className={classes.legend} aria-label="Colores">
          {AGENT_STATUSES.map((status) => (
            <li key={status}>
              <i data-status={status} aria-hidden="true" /> {AGENT_STATUS_LABELS[status]}
            </li>
          ))}
        </ul>
      </div>
      {valid && history.isPending ? <LoadRows label="Cargando horas…" rows={4} height={120} /> : null}
      {valid && history.error && !history.data ? (
        <LoadError message={sentence(history.error)} onRetry={() => void history.refetch()} />
      ) : null}
      {valid ? null : (
        <Empty
          title="Corrige las fechas para ver las horas"
          next={
            <Button variant="default" onClick={() => setRange(lastDays(DAYS, today))}>
              Ver los últimos {DAYS} días
            </Button>
          }
        />
      )}
      {found && shown.length === 0 ? (
        <Empty
          title={agents.length === 0 ? 'No hay agentes en este chatbot' : 'Sin horas en esas fechas'}
          next={
            agents.length === 0 ? (
              <Link to="/agentes" className={button.link}>
                Ir a Agentes
              </Link>
            ) : (
              <Button variant="default" onClick={() => setAgent('')}>
                Ver a todos
              </Button>
            )
          }
        />
      ) : null}
      {found ? (
        <div aria-busy={history.isPlaceholderData}>
          {shown.map((one) => (
            <AgentHours key={one.id} agent={one} zone={found.time_zone} now={found.now} />
          ))}
        </div>
      ) : null}
    </Screen>
  );
}
