/** One kind of shop: what it is, and the bot's own connected ones. */
import type { Connection, ShopProvider } from '../../../contract/entities/connection.ts';
import { PROVIDER_LABELS } from '../../../contract/entities/connection-faults.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { useMay } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { ConnectedShop } from './connected-shop.tsx';
import classes from './integrations.module.css';
import { ABOUT } from './shop-text.ts';

interface ShopCardProps {
  provider: ShopProvider;
  connections: readonly Connection[];
  /** @param of null: a new one */
  onConnect: (of: Connection | null) => void;
}

export function ShopCard({ provider, connections, onConnect }: ShopCardProps) {
  const may = useMay();
  const label = PROVIDER_LABELS[provider];
  const titleId = `tienda-${provider}`;
  return (
    <li className={classes.card} aria-labelledby={titleId}>
      <div className={classes.head}>
        <span className={classes.letter} aria-hidden="true">
          {label.slice(0, 1)}
        </span>
        <div>
          <h3 id={titleId}>{label}</h3>
          <p className={classes.note}>{ABOUT[provider]}</p>
        </div>
      </div>
      {connections.map((one) => (
        <ConnectedShop key={one.id} of={one} onReconnect={() => onConnect(one)} />
      ))}
      <AllowedButton
        allowed={may('integraciones', 'edit')}
        why={TEXTS.noActionPermission}
        variant={connections.length > 0 ? 'subtle' : 'default'}
        onClick={() => onConnect(null)}
      >
        {connections.length > 0 ? `Conectar otra tienda de ${label}` : `Conectar ${label}`}
      </AllowedButton>
    </li>
  );
}
