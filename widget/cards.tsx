/** Products in the chat: cards side by side, that are moved with the finger, the wheel or the keyboard. */
import { useState } from 'preact/hooks';
import { availabilityText, cardLink, cardPrices } from '../contract/entities/card-text.ts';
import type { ProductCard } from '../contract/entities/product-card.ts';
import { plainLine } from '../contract/rules/plain-line.ts';
import { say, spoken } from './say.ts';

/** @param origin where the chat's server is: pictures come from there alone, never from a shop */
export function Cards({ cards, origin }: { cards: readonly ProductCard[]; origin: string }) {
  return (
    <ul
      class="cards"
      aria-label={cards.length === 1 ? say('Producto') : say('{count} productos', { count: cards.length })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1), and a card without a link takes no focus
      tabIndex={0}
    >
      {cards.map((card) => (
        <Card key={card.product_id} card={card} origin={origin} />
      ))}
    </ul>
  );
}

function Card({ card, origin }: { card: ProductCard; origin: string }) {
  const [broken, setBroken] = useState(false);
  const { now, before } = cardPrices(card, spoken());
  const link = cardLink(card);
  // A path of our own server, whatever was said: another place's picture would tell it who looks.
  const image = card.image?.startsWith('/product-pictures/') ? new URL(card.image, origin).href : null;
  const title = plainLine(card.title, 300);
  return (
    <li class="card">
      {image && !broken ? (
        <img src={image} alt="" loading="lazy" width={168} height={132} onError={() => setBroken(true)} />
      ) : (
        <span class="no-picture" aria-hidden="true">
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M4 8l8-4 8 4v9l-8 4-8-4zM4 8l8 4 8-4M12 12v9" />
          </svg>
        </span>
      )}
      <p class="card-title">
        <bdi>{title}</bdi>
      </p>
      <p class="card-price">
        {now ? <b>{now}</b> : say('Precio en la tienda')}
        {before && (
          <>
            {' '}
            <span class="off-screen">{say('antes')} </span>
            <s>{before}</s>
          </>
        )}
      </p>
      <p class="card-stock">
        {say(availabilityText(card))}
        {card.note && (
          <>
            {' · '}
            <bdi>{plainLine(card.note, 200)}</bdi>
          </>
        )}
      </p>
      {link && (
        <a href={link} target="_blank" rel="noopener noreferrer nofollow">
          {say('Ver en la tienda')}
          <span class="off-screen">: {title}</span>
        </a>
      )}
    </li>
  );
}
