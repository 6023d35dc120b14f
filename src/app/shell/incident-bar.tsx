/** The red bar of an open incident that touches the shown bot (docs/product.md §8). */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { incidentCalls } from '../../../contract/calls/incidents.ts';
import { INCIDENT_STATE_LABELS } from '../../../contract/rules/incidents.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../bot/place-context.ts';
import classes from './banners.module.css';

export default function IncidentBar() {
  const botId = usePlace().place.bot.id;
  const { data } = useQuery({
    queryKey: ['incidents', botId, 'bar'],
    queryFn: ({ signal }) =>
      call(incidentCalls.incidents, { query: { bot_id: botId, open: 'true' }, signal }),
    staleTime: 5 * 60_000,
  });
  const first = data?.incidents[0];
  if (!first) return null;
  const more = (data?.total ?? 1) - 1;
  return (
    <p role="status" className={classes.slow}>
      <span>
        {first.tracking_code}: {first.title} · {INCIDENT_STATE_LABELS[first.state]}
        {more > 0 ? ` · y ${more} más` : ''}
      </span>
      <Link to="/follow-incident">Ver el seguimiento</Link>
    </p>
  );
}
