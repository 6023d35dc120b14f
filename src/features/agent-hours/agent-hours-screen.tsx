/** `/historial-estado-agentes`: a timeline per agent from status events, with exact hours per state and day. */

import { Button, NativeSelect, TextInput } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { useState } from 'react';
import { agentCalls } from '../../../contract/calls/agents.ts';
import { AGENT_STATUSES } from '../../../contract/states.ts';
import { AGENT_STATUS_LABELS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../bot/place-context.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Screen } from '../../ui/screen.tsx';
import classes from './agent-hours.module.css';
import { AgentHours } from './agent-hours.tsx';
import { hoursCsv, rangeFault } from './hours-view.ts';

const dayOf = (back: number): string => dayjs().subtract(back, 'day').format('YYYY-MM-DD');
/** The figures of today move while somebody works. */
const RENEW = 60_000;

export function AgentHoursScreen() {
  const { place } = usePlace();
  // Days, agent and the rows kept while others load belong to one bot.
  return <Hours key={place.bot.id} />;
}

function Hours() {
  const { place } = usePlace();
  const botId = place.bot.id;
  const [from, setFrom] = useState(() => dayOf(6));
  const [to, setTo] = useState(() => dayOf(0));
  const [agent, setAgent] = useState('');
  const fault = rangeFault(from, to, dayOf(0));
  const history = useQuery({
    queryKey: ['agent-hours', botId, from, to],
    queryFn: ({ signal }) => call(agentCalls.statusHistory, { body: { bot_id: botId, from, to }, signal }),
    enabled: fault === null,
    placeholderData: keepPreviousData,
    refetchInterval: RENEW,
  });
  const agents = history.data?.agents ?? [];
  const shown = agents.filter(({ id }) => agent === '' || String(id) === agent);
  const download = () => {
    if (!history.data) return;
    saveFile(
      `horas-agentes-${from}-${to}.csv`,
      hoursCsv({ ...history.data, agents: shown }),
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
          disabled={shown.length === 0}
        >
          Exportar CSV
        </Button>
      }
    >
      <div className={classes.filters}>
        <TextInput
          type="date"
          label="Desde"
          value={from}
          max={to}
          error={fault}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="Hasta"
          value={to}
          min={from}
          max={dayOf(0)}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <NativeSelect
          label="Agente"
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
      {history.isPending && fault === null ? (
        <LoadRows label="Cargando horas…" rows={4} height={120} />
      ) : null}
      {history.error && !history.data ? (
        <LoadError message={sentence(history.error)} onRetry={() => void history.refetch()} />
      ) : null}
      {history.data && shown.length === 0 ? <Empty title="No hay agentes en este chatbot" /> : null}
      {history.data ? (
        <div aria-busy={history.isPlaceholderData}>
          {shown.map((one) => (
            <AgentHours key={one.id} agent={one} zone={history.data.time_zone} now={history.data.now} />
          ))}
        </div>
      ) : null}
    </Screen>
  );
}
