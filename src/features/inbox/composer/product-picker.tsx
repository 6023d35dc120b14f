/** Finds products of the bot's catalogue and puts them beside the reply, by keyboard or pointer. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { productCalls } from '../../../../contract/calls/products.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { CardPicture, CardPrice } from '../../../ui/product-cards.tsx';
import { toggleProduct, useChosenProducts } from './chosen-products.ts';
import classes from './product-picker.module.css';

/** Milliseconds after the last letter. */
const PAUSE = 250;
const OPTION = 'composer-product';

export default function ProductPicker({ card, onClose }: { card: Conversation; onClose: () => void }) {
  useFocusBack();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [marked, setMarked] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const chosen = useChosenProducts(card.id);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSearch(typed.trim());
      setMarked(0);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useQuery({
    queryKey: ['products', card.bot_id, 'picker', search],
    queryFn: ({ signal }) =>
      call(productCalls.listProducts, {
        query: { bot_id: card.bot_id, ...(search === '' ? {} : { search }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const products = found.data?.products ?? [];
  useEffect(() => {
    list.current?.children[marked]?.scrollIntoView({ block: 'nearest' });
  }, [marked]);
  const full = chosen.length >= LIMITS.cardsPerMessage;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onClose();
    if (event.nativeEvent.isComposing || products.length === 0) return;
    const product = products[marked];
    if (event.key === 'ArrowDown') setMarked((marked + 1) % products.length);
    else if (event.key === 'ArrowUp') setMarked((marked + products.length - 1) % products.length);
    else if (event.key === 'Enter' && product) toggleProduct(card.id, product);
    else return;
    event.preventDefault();
  };
  return (
    <div role="dialog" aria-label="Productos" className={classes.panel} onKeyDown={onKeyDown}>
      <div className={classes.head}>
        <input
          // biome-ignore lint/a11y/noAutofocus: it was opened to search
          autoFocus
          type="search"
          role="combobox"
          aria-label="Buscar productos"
          aria-expanded={products.length > 0}
          aria-controls="composer-products"
          aria-activedescendant={products[marked] ? `${OPTION}-${marked}` : undefined}
          placeholder="Busca un producto…"
          maxLength={LIMITS.searchText}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <button type="button" onClick={onClose}>
          Listo
        </button>
      </div>
      {found.isPending ? <p role="status">Buscando…</p> : null}
      {found.error ? (
        <p role="alert">
          {sentence(found.error)}{' '}
          <button type="button" onClick={() => void found.refetch()}>
            Reintentar
          </button>
        </p>
      ) : null}
      {found.isSuccess && products.length === 0 ? (
        <p role="status">
          {search === '' ? 'Tu catálogo todavía no tiene productos.' : 'Ningún producto coincide.'}
        </p>
      ) : null}
      {full ? <p role="status">Un mensaje muestra hasta {LIMITS.cardsPerMessage} productos.</p> : null}
      <div
        ref={list}
        id="composer-products"
        role="listbox"
        aria-label="Productos encontrados"
        aria-multiselectable="true"
        className={classes.list}
      >
        {products.map((product, place) => (
          <button
            key={product.id}
            className={classes.option}
            id={`${OPTION}-${place}`}
            type="button"
            role="option"
            aria-selected={chosen.some(({ id }) => id === product.id)}
            data-marked={place === marked || undefined}
            tabIndex={-1}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setMarked(place)}
            onClick={() => toggleProduct(card.id, product)}
          >
            <CardPicture image={product.image} />
            <span className={classes.about}>
              <bdi>{product.title}</bdi>
              <CardPrice card={product} />
              {product.available ? null : <small>Agotado</small>}
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}
