/** One kind of shop: what it is, and the bot's own connected ones. */
import type { Connection, ShopProvider } from '../../../contract/entities/connection.ts';
import { PROVIDER_LABELS } from '../../../contract/entities/connection-faults.ts';
import { INSTALL_PAGES } from '../../../contract/entities/shop-install.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { ConnectedShop } from './connected-shop.tsx';
import classes from './integrations.module.css';
import { ABOUT } from './shop-text.ts';

interface ShopCardProps {
  provider: ShopProvider;
  connections: readonly Connection[];
  /** How it is installed with a click; null: it can't be. */
  install: ShopInstall | null;
  /** @param of null: a new one */
  onConnect: (of: Connection | null) => void;
}

export interface ShopInstall {
  offered: boolean;
  /** Settings of the installation that it lacks. */
  missing: readonly string[];
}

/** To the page that asks the shop, which comes back here. */
function goInstall(provider: ShopProvider, botId: number): void {
  const page = Object.entries(INSTALL_PAGES).find(([name]) => name === provider)?.[1];
  if (page) location.assign(`${page}?install=${provider}&bot=${botId}`);
}

export function ShopCard({ provider, connections, install, onConnect }: ShopCardProps) {
  const { place } = usePlace();
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
        <ConnectedShop
          key={one.id}
          of={one}
          onReconnect={() =>
            one.installed && install?.offered ? goInstall(provider, place.bot.id) : onConnect(one)
          }
        />
      ))}
      {install?.offered ? (
        <AllowedButton
          allowed={may('integraciones', 'edit')}
          why={TEXTS.noActionPermission}
          variant="default"
          onClick={() => goInstall(provider, place.bot.id)}
        >
          Instalar la app en {label}
        </AllowedButton>
      ) : null}
      {install && !install.offered ? (
        <p className={classes.note}>
          La instalación con un clic no está disponible: a este servidor le falta configurar{' '}
          {install.missing.join(' y ')}. Puedes conectarla con sus credenciales.
        </p>
      ) : null}
      <AllowedButton
        allowed={may('integraciones', 'edit')}
        why={TEXTS.noActionPermission}
        variant={connections.length > 0 || install?.offered ? 'subtle' : 'default'}
        onClick={() => onConnect(null)}
      >
        {connections.length > 0
          ? `Conectar otra tienda de ${label}`
          : install?.offered
            ? 'Conectar con credenciales'
            : `Conectar ${label}`}
      </AllowedButton>
    </li>
  );
}
