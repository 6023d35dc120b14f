/** One product: picture, price, what there is of it, where it is sold. */
import IconPackage from '@tabler/icons-react/dist/esm/icons/IconPackage.mjs';
import { useState } from 'react';
import { PROVIDER_LABELS } from '../../../contract/entities/connection-faults.ts';
import type { Product } from '../../../contract/entities/product.ts';
import { priceText } from '../../../contract/rules/price-text.ts';
import { dateTimeText } from '../../ui/dates.ts';
import marked from '../../ui/marked-title.module.css';
import { stockText } from './product-text.ts';
import classes from './products.module.css';

export function ProductCard({ of: product }: { of: Product }) {
  const { title, image, url, price, list_price, currency, available, variants, provider, synced_at } =
    product;
  const [broken, setBroken] = useState<string | null>(null);
  const reduced = price !== null && list_price !== null && list_price > price;
  return (
    <li className={classes.product}>
      {image === null || broken === image ? (
        <span className={classes.picture}>
          <IconPackage size={28} stroke={1.5} aria-hidden="true" />
        </span>
      ) : (
        <img
          className={classes.picture}
          src={image}
          alt=""
          loading="lazy"
          width={72}
          height={72}
          onError={() => setBroken(image)}
        />
      )}
      <div className={classes.about}>
        <p className={marked.title}>
          {url === null ? (
            <strong>{title}</strong>
          ) : (
            <a href={url} target="_blank" rel="noopener noreferrer nofollow">
              {title}
            </a>
          )}
          <span data-tone={available ? 'ok' : undefined}>{stockText(product)}</span>
        </p>
        <p className={classes.price}>
          {price === null ? 'Sin precio' : <strong>{priceText(price, currency)}</strong>}
          {reduced ? (
            <>
              {' '}
              <small>
                antes <s>{priceText(list_price, currency)}</s>
              </small>
            </>
          ) : null}
        </p>
        <p className={classes.facts}>
          {PROVIDER_LABELS[provider]} · visto el {dateTimeText(synced_at)}
        </p>
        {variants.length > 0 ? (
          <details className={classes.variants}>
            <summary>{variants.length === 1 ? '1 variante' : `${variants.length} variantes`}</summary>
            <ul>
              {variants.map((variant) => (
                <li key={variant.id}>
                  {variant.title === '' ? (variant.sku ?? variant.id) : variant.title}:{' '}
                  {variant.price === null ? '' : `${priceText(variant.price, currency)}, `}
                  {stockText(variant).toLowerCase()}
                </li>
              ))}
            </ul>
          </details>
        ) : null}
      </div>
    </li>
  );
}
