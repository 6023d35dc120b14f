/** `/products`: what the bot's shops sell, as it was last read from them, and reading them again. */
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { sentence } from '../../api/api-error.ts';
import { usePlace } from '../../bot/place-context.ts';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { figure } from '../../ui/money.ts';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ProductCard } from './product-card.tsx';
import { type ProductSearch, useProductSyncs, useProducts } from './product-queries.ts';
import classes from './products.module.css';
import { SyncButton } from './sync-button.tsx';
import { SyncLog } from './sync-log.tsx';

export function ProductsScreen() {
  const { place } = usePlace();
  // What is typed belongs to one bot.
  return <Products key={place.bot.id} />;
}

const ALL: ProductSearch = { search: '', availability: '', page: 1 };

function Products() {
  const { place } = usePlace();
  const [wanted, setWanted] = useState<ProductSearch>(ALL);
  const products = useProducts(place.bot.id, wanted);
  const syncs = useProductSyncs(place.bot.id);
  const filtered = wanted.search !== '' || wanted.availability !== '';
  const { data } = products;
  return (
    <Screen
      title="Productos"
      back={{ to: '/dashboard', label: 'Volver' }}
      lead="Lo que venden tus tiendas conectadas, con su precio y disponibilidad de la última sincronización. Puedes sincronizar una vez al día."
      actions={<SyncButton />}
    >
      <SyncLog syncs={syncs.data ?? []} />
      <search className={classes.filters}>
        <SearchField
          label="Buscar"
          placeholder="Nombre, talla o código"
          value={wanted.search}
          onChange={(search) => setWanted({ ...wanted, search, page: 1 })}
        />
        <NativeSelect
          label="Disponibilidad"
          value={wanted.availability}
          onChange={({ currentTarget: { value } }) =>
            setWanted({ ...wanted, availability: value as ProductSearch['availability'], page: 1 })
          }
          data={[
            { value: '', label: 'Todos' },
            { value: 'available', label: 'Disponibles' },
            { value: 'unavailable', label: 'No disponibles' },
          ]}
        />
      </search>
      {products.isPending ? <LoadRows label="Cargando productos…" rows={5} height={96} /> : null}
      {products.error && !data ? (
        <LoadError message={sentence(products.error)} onRetry={() => void products.refetch()} />
      ) : null}
      {data && data.total === 0 && !filtered ? (
        <Empty title="Aún no hay productos en este chatbot" next={{ none: 'synchronising stands above it' }}>
          <p>Conecta tu tienda y sincronízala: sus productos aparecen aquí.</p>
        </Empty>
      ) : null}
      {data && (data.total > 0 || filtered) ? (
        <>
          <p role="status" className={classes.count}>
            {data.total === 0
              ? 'Ningún producto coincide.'
              : data.total === 1
                ? '1 producto'
                : `${figure(data.total)} productos`}
          </p>
          <ul className={classes.list} aria-label="Productos" aria-busy={products.isPlaceholderData}>
            {data.products.map((one) => (
              <ProductCard key={one.id} of={one} />
            ))}
          </ul>
          <Pager
            page={data.page}
            pages={data.pages}
            onPage={(page) => setWanted({ ...wanted, page })}
            label="Páginas de productos"
          />
        </>
      ) : null}
    </Screen>
  );
}
