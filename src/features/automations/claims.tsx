/** Shops whose carts only their page knows: the code for it, what it reported lately, and why something is not used. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type CartClaim, type ClaimingShop, cartsSnippetOf } from '../../../contract/entities/cart-claim.ts';
import { CLAIM_CONFIRMED, CLAIM_REASONS } from '../../../contract/rules/cart-claims.ts';
import { sentence } from '../../api/api-error.ts';
import { usePlace } from '../../bot/place-context.ts';
import { CopyCode } from '../../ui/copy-code.tsx';
import { dateTimeText } from '../../ui/dates.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Section } from '../../ui/screen.tsx';
import { useClaims } from './automation-queries.ts';
import { STATE_TEXT } from './automation-text.ts';
import classes from './automations.module.css';

/** Nothing where every shop keeps its carts itself. */
export function Claims() {
  const { place } = usePlace();
  const [page, setPage] = useState(1);
  const claims = useClaims(place.bot.id, page);
  const { data } = claims;
  if (data && data.shops.length === 0 && data.total === 0) return null;
  return (
    <Section
      id="informados"
      title="Carros que informa tu página"
      lead="Tu tienda no guarda los carros que se dejan: un código en su página los informa. Nadie recibe un mensaje hasta que la tienda, o quien conversa desde su WhatsApp, confirma el carro y el teléfono."
    >
      {claims.isPending ? <LoadRows label="Cargando los carros informados…" rows={2} height={64} /> : null}
      {claims.error && !data ? (
        <LoadError message={sentence(claims.error)} onRetry={() => void claims.refetch()} />
      ) : null}
      {data?.shops.map((shop) => (
        <Snippet key={shop.id} shop={shop} />
      ))}
      {data && data.total === 0 ? (
        <p className={classes.note}>
          Aún no llega ningún carro. Aparecen aquí segundos después de que alguien agrega algo.
        </p>
      ) : null}
      {data && data.total > 0 ? (
        <div className={classes.reported}>
          <ul className={classes.cases} aria-label="Carros informados">
            {data.claims.map((one) => (
              <Claim key={one.id} of={one} />
            ))}
          </ul>
          <Pager page={data.page} pages={data.pages} onPage={setPage} label="Páginas de carros informados" />
        </div>
      ) : null}
    </Section>
  );
}

function Snippet({ shop }: { shop: ClaimingShop }) {
  const { place } = usePlace();
  const { id, token } = place.bot;
  const hint = `carts-hint-${shop.id}`;
  return (
    <div className={classes.form}>
      <p id={hint}>
        Pega este código en todas las páginas de <strong>{shop.name}</strong>, justo antes de{' '}
        <code>&lt;/body&gt;</code>. Se aceptan informes solo desde {shop.origin}. Si la página de tu carro no
        se llama <code>carrito</code>, cambia <code>data-cart</code>.
      </p>
      <CopyCode code={cartsSnippetOf(location.origin, { id, token }, shop)} describedBy={hint} />
      <p className={classes.note}>
        {shop.reported_at === null
          ? 'Todavía no llega ningún informe de esta tienda.'
          : `Último informe: ${dateTimeText(shop.reported_at)}.`}
      </p>
    </div>
  );
}

function stateOf({ state, confirmed, ended }: CartClaim): string {
  if (state !== null) return STATE_TEXT[state];
  if (ended) return 'Se vació o se compró';
  return confirmed === null ? 'Sin confirmar' : 'Confirmado';
}

function Claim({ of: one }: { of: CartClaim }) {
  const [open, setOpen] = useState(false);
  const why = one.confirmed ? CLAIM_CONFIRMED[one.confirmed] : one.reason ? CLAIM_REASONS[one.reason] : null;
  return (
    <li>
      <div className={classes.head}>
        <strong>{one.items}</strong>
        <span>{stateOf(one)}</span>
      </div>
      <span className={classes.note}>Cambió el {dateTimeText(one.changed_at)}.</span>
      <div>
        <Button variant="subtle" size="compact-sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {one.state === null ? '¿Por qué no se envió?' : '¿Quién lo confirma?'}
        </Button>
      </div>
      {open ? (
        <p className={classes.note}>
          {why ??
            (one.ended
              ? 'Se vació o se compró antes de que tocara revisarlo.'
              : 'Todavía no se revisa: se hace cada 5 minutos mientras la automatización está encendida.')}
        </p>
      ) : null}
    </li>
  );
}
