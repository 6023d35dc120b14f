/** `/integraciones`: the seven shops, how each connected one is and what may be done with it, and what was read of them. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { shopInstallCalls } from '../../../contract/calls/shop-installs.ts';
import { type Connection, SHOP_PROVIDERS, type ShopProvider } from '../../../contract/entities/connection.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { useMay, usePlace } from '../../bot/place-context.ts';
import link from '../../ui/link-button.module.css';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Screen, Section } from '../../ui/screen.tsx';
import { isWhole, useConnections } from '../connections/connection-queries.ts';
import { useProductSyncs } from '../products/product-queries.ts';
import { SyncButton } from '../products/sync-button.tsx';
import { SyncLog } from '../products/sync-log.tsx';
import classes from './integrations.module.css';
import { ShopCard } from './shop-card.tsx';

const ShopDialog = lazyPart(() => import('./shop-dialog.tsx'));

export function IntegrationsScreen() {
  const { place } = usePlace();
  // What is being typed belongs to one bot.
  return <Integrations key={place.bot.id} />;
}

function Integrations() {
  const { place } = usePlace();
  const may = useMay();
  const connections = useConnections(place.bot.id);
  const installs = useQuery({
    queryKey: ['shop-installs'],
    queryFn: ({ signal }) => call(shopInstallCalls.shopInstalls, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [connecting, setConnecting] = useState<{ provider: ShopProvider; of: Connection | null } | null>(
    null,
  );
  const own = (connections.data ?? []).filter(isWhole);
  return (
    <Screen
      title="Integraciones"
      back={{ to: '/dashboard', label: 'Volver' }}
      lead="Conecta tu tienda: el chatbot lee sus productos y pedidos, y responde con precios y stock de verdad."
    >
      <Section id="tiendas" title="Tiendas">
        {connections.isPending ? <LoadRows label="Cargando las tiendas…" rows={4} height={120} /> : null}
        {connections.error && !connections.data ? (
          <LoadError message={sentence(connections.error)} onRetry={() => void connections.refetch()} />
        ) : null}
        {connections.data ? (
          <ul className={classes.cards} aria-label="Tiendas que se pueden conectar">
            {SHOP_PROVIDERS.map((provider) => (
              <ShopCard
                key={provider}
                provider={provider}
                connections={own.filter((one) => one.provider === provider)}
                install={installs.data?.find((one) => one.provider === provider) ?? null}
                onConnect={(of) => setConnecting({ provider, of })}
              />
            ))}
          </ul>
        ) : null}
      </Section>
      {may('crm', 'read') ? <Readings /> : null}
      {connecting ? <ShopDialog {...connecting} onClose={() => setConnecting(null)} /> : null}
    </Screen>
  );
}

/** What was read of the shops, and reading them again. */
function Readings() {
  const { place } = usePlace();
  const syncs = useProductSyncs(place.bot.id);
  return (
    <Section
      id="sincronizaciones"
      title="Sincronizaciones de productos"
      lead="Qué llegó, qué cambió y qué ya no está en tus tiendas cada vez que se leyeron."
    >
      {syncs.isPending ? <LoadRows label="Cargando las sincronizaciones…" rows={2} height={64} /> : null}
      {syncs.error && !syncs.data ? (
        <LoadError message={sentence(syncs.error)} onRetry={() => void syncs.refetch()} />
      ) : null}
      {syncs.data?.length === 0 ? (
        <p className={classes.note}>Aún no se han leído los productos de este chatbot.</p>
      ) : null}
      <SyncLog syncs={syncs.data ?? []} />
      <div className={classes.ways}>
        <SyncButton />
        <Link to="/products" className={link.link}>
          Ver los productos
        </Link>
      </div>
    </Section>
  );
}
