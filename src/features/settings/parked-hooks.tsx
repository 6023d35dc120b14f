/** What of all bots' webhooks could not be applied; who looks after a bot tries it again on its own screen. */
import { useQuery } from '@tanstack/react-query';
import { channelCalls } from '../../../contract/calls/channels.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { dateTimeText } from '../../ui/dates.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import table from '../../ui/table.module.css';

export function ParkedHooks() {
  const parked = useQuery({
    queryKey: ['parked-hooks'],
    queryFn: ({ signal }) => call(channelCalls.listAllParkedHooks, { signal }),
  });
  if (parked.isPending) return <LoadRows label="Cargando avisos…" rows={3} />;
  if (parked.error && !parked.data)
    return <LoadError message={sentence(parked.error)} onRetry={() => void parked.refetch()} />;
  if (parked.data.length === 0) {
    return <Empty title="No hay avisos detenidos" next={{ none: 'nothing has to be done' }} />;
  }
  return (
    <ul className={table.cards} aria-label="Avisos detenidos">
      {parked.data.map(({ id, bot_id, bot_name, kind, error, attempts, received_at }) => (
        <li key={id} className={table.card}>
          <strong>
            {bot_name} ({bot_id})
          </strong>
          <p>
            {kind} · {attempts} {attempts === 1 ? 'intento' : 'intentos'} · {dateTimeText(received_at)}
          </p>
          <p>{error}</p>
        </li>
      ))}
    </ul>
  );
}
