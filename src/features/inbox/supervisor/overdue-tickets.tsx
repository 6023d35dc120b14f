/** Tickets whose deadline is past, with the way to them; nothing where there is none or one may not see them. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ticketCalls } from '../../../../contract/calls/tickets.ts';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../bot/place-context.ts';
import { figure } from '../../../ui/money.ts';
import classes from './supervisor.module.css';

export function OverdueTickets({ botId }: { botId: number }) {
  const reads = useMay()('tickets', 'read');
  const counts = useQuery({
    queryKey: ['tickets', botId, 'counts'],
    queryFn: ({ signal }) => call(ticketCalls.countTickets, { query: { bot_id: botId }, signal }),
    enabled: reads,
  });
  const overdue = counts.data?.overdue ?? 0;
  if (overdue === 0) return null;
  return (
    <p className={classes.overdue} role="status">
      <Link to="/tickets" search={{ view: 'overdue' } as never}>
        {overdue === 1 ? '1 ticket vencido' : `${figure(overdue)} tickets vencidos`}
      </Link>
    </p>
  );
}
