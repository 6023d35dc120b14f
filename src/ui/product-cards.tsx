/** Products as a customer sees them, in what the dashboard shows of a conversation. */
import IconPackage from '@tabler/icons-react/dist/esm/icons/IconPackage.mjs';
import { useState } from 'react';
import { availabilityText, cardLink, cardPrices } from '../../contract/entities/card-text.ts';
import type { ProductCard } from '../../contract/entities/product-card.ts';
import { plainLine } from '../../contract/rules/plain-line.ts';
import classes from './product-cards.module.css';

export function ProductCards({ cards }: { cards: readonly ProductCard[] }) {
  return (
    <ul
      className={classes.cards}
      aria-label={cards.length === 1 ? 'Producto' : `${cards.length} productos`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1), and a card without a link takes no focus
      tabIndex={0}
    >
      {cards.map((card) => (
        <Card key={card.product_id} card={card} />
      ))}
    </ul>
  );
}

function Card({ card }: { card: ProductCard }) {
  const link = cardLink(card);
  const title = plainLine(card.title, 300);
  return (
    <li className={classes.card}>
      <CardPicture image={card.image} />
      <div className={classes.about}>
        <p className={classes.title}>
          {link === null ? (
            <bdi>{title}</bdi>
          ) : (
            <a href={link} target="_blank" rel="noopener noreferrer nofollow">
              <bdi>{title}</bdi>
            </a>
          )}
        </p>
        <CardPrice card={card} />
        <p className={classes.stock}>
          {availabilityText(card)}
          {card.note === null ? null : (
            <>
              {' · '}
              <bdi>{plainLine(card.note, 200)}</bdi>
            </>
          )}
        </p>
      </div>
    </li>
  );
}

/** The picture, from our own server alone; a sign where there is none. */
export function CardPicture({ image }: { image: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  return image?.startsWith('/product-pictures/') && broken !== image ? (
    <img
      className={classes.picture}
      src={image}
      alt=""
      loading="lazy"
      width={64}
      height={64}
      onError={() => setBroken(image)}
    />
  ) : (
    <span className={classes.picture}>
      <IconPackage size={24} stroke={1.5} aria-hidden="true" />
    </span>
  );
}

/** What it costs, and before. */
export function CardPrice({ card }: { card: Pick<ProductCard, 'price' | 'list_price' | 'currency'> }) {
  const { now, before } = cardPrices(card);
  return (
    <p className={classes.price}>
      {now === null ? 'Precio en la tienda' : <strong>{now}</strong>}
      {before === null ? null : (
        <>
          {' '}
          <small>
            antes <s>{before}</s>
          </small>
        </>
      )}
    </p>
  );
}
