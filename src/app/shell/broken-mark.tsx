/** Beside the menu's WhatsApp: a number does not work, and somebody has to reconnect it. */
import { usePlace } from '../../bot/place-context.ts';
import { useConnections } from '../../features/connections/connection-queries.ts';
import classes from './sidebar.module.css';

export default function BrokenMark() {
  const { place } = usePlace();
  const connections = useConnections(place.bot.id);
  const broken = (connections.data ?? []).filter(
    ({ provider, state }) => provider === 'whatsapp' && state === 'needs_reconnect',
  ).length;
  if (broken === 0) return null;
  return (
    <span className={classes.broken}>
      !
      <span className="visually-hidden">
        {broken === 1 ? ' Un número hay que reconectarlo' : ` ${broken} números hay que reconectarlos`}
      </span>
    </span>
  );
}
