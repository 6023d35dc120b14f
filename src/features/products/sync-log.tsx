/** What the last readings of the shops came to, and the question whether what was missing is gone. */
import { useMutation } from '@tanstack/react-query';
import { productCalls } from '../../../contract/calls/products.ts';
import type { ProductSync, ShopReading } from '../../../contract/entities/product.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { dateTimeText } from '../../ui/dates.ts';
import { ask, showError } from '../../ui/dialogs/dialogs.ts';
import { figure } from '../../ui/money.ts';
import { useProductsChanged } from './product-queries.ts';
import { readingText, syncStateText } from './product-text.ts';
import classes from './products.module.css';

export function SyncLog({ syncs }: { syncs: ProductSync[] }) {
  const [last, ...before] = syncs;
  if (!last) return null;
  return (
    <section className={classes.log} aria-label="Sincronizaciones">
      <Reading of={last} />
      <Missing of={last} />
      {before.length > 0 ? (
        <details>
          <summary>Sincronizaciones anteriores</summary>
          {before.map((one) => (
            <Reading key={one.id} of={one} />
          ))}
        </details>
      ) : null}
    </section>
  );
}

function Reading({ of: sync }: { of: ProductSync }) {
  return (
    <div className={classes.reading}>
      <p>
        <strong>{syncStateText(sync)}</strong>{' '}
        <small>
          {dateTimeText(sync.started_at)}, {sync.started_by}
        </small>
      </p>
      <ul>
        {sync.shops.map((shop) => (
          <li key={`${shop.provider} ${shop.name}`} data-bad={shop.state === 'failed' || undefined}>
            {shop.name}: {readingText(shop)}
            <Warnings of={shop} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Warnings({ of: { warnings } }: { of: ShopReading }) {
  if (warnings.length === 0) return null;
  return (
    <details>
      <summary>{warnings.length === 1 ? '1 advertencia' : `${warnings.length} advertencias`}</summary>
      <ul>
        {warnings.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            {path}: {message}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Missing({ of: sync }: { of: ProductSync }) {
  const { place } = usePlace();
  const may = useMay();
  const changed = useProductsChanged();
  const confirm = useMutation({
    mutationFn: () => call(productCalls.confirmGone, { params: { id: sync.id } }),
    onSuccess: () => void changed(),
    onError: (error) => void showError('No pudimos quitarlos', sentence(error)),
  });
  const missing = sync.shops.reduce((sum, { asks }) => sum + asks, 0);
  if (missing === 0 || sync.state === 'running') return null;
  const remove = async () => {
    const yes = await ask({
      title: `¿Quitar ${figure(missing)} productos?`,
      text: 'Tu tienda ya no los muestra. Si es un problema de la tienda, no los quites: vuelve a sincronizar mañana.',
      confirm: 'Quitar',
      danger: true,
    });
    if (yes) confirm.mutate();
  };
  return (
    <div className={classes.warn}>
      <p>
        Faltan {figure(missing)} productos, más de la mitad de lo que había. Los dejamos en la lista hasta que
        confirmes que ya no están.
      </p>
      <AllowedButton
        allowed={place.link.role.base !== 'agente' && may('crm', 'delete')}
        why={TEXTS.noActionPermission}
        variant="default"
        loading={confirm.isPending}
        onClick={() => void remove()}
      >
        Ya no están: quitarlos
      </AllowedButton>
    </div>
  );
}
