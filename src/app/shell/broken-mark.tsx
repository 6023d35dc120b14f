/** Beside the menu's WhatsApp and Integraciones: a number or a shop does not work, and somebody has to reconnect it. */
import { CHANNEL_PROVIDERS } from '../../../contract/entities/connection.ts';
import { usePlace } from '../../bot/place-context.ts';
import { useConnections } from '../../features/connections/connection-queries.ts';
import classes from './sidebar.module.css';

/** @param of channels stand at WhatsApp, shops at Integraciones */
export default function BrokenMark({ of }: { of: 'number' | 'shop' }) {
  const { place } = usePlace();
  const connections = useConnections(place.bot.id);
  const broken = (connections.data ?? []).filter(
    ({ provider, state }) =>
      state === 'needs_reconnect' &&
      (of === 'number' ? provider === 'whatsapp' : !CHANNEL_PROVIDERS.includes(provider)),
  ).length;
  if (broken === 0) return null;
  return (
    <span className={classes.broken}>
      !
      <span className="visually-hidden">
        {of === 'shop'
          ? broken === 1
            ? ' Una tienda hay que reconectarla'
            : ` ${broken} tiendas hay que reconectarlas`
          : broken === 1
            ? ' Un número hay que reconectarlo'
            : ` ${broken} números hay que reconectarlos`}
      </span>
    </span>
  );
}
