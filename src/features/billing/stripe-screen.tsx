/**
 * `/stripe` (public): where Stripe sends browsers back to, and, with a signed link, the page where somebody without an
 * account pays for a bot. Who is signed in goes on to the page that waits for the payment.
 */
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { paymentCalls } from '../../../contract/calls/payments.ts';
import type { CheckoutState } from '../../../contract/entities/checkout.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { session as signedIn } from '../../session/session.ts';
import button from '../../ui/link-button.module.css';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { isMissing, Missing } from '../../ui/missing.tsx';
import { Screen } from '../../ui/screen.tsx';
import classes from './billing.module.css';
import { PayByLink } from './pay-by-link.tsx';
import type { StripeSearch } from './stripe-search.ts';

const STATES: Record<CheckoutState, string> = {
  pending:
    'Estamos confirmando el pago. Puedes cerrar esta página: en cuanto se confirme, el chatbot queda activo.',
  paid: '¡Listo! Recibimos el pago y el chatbot está activo.',
  rejected: 'El pago no se hizo y no se cobró nada.',
  expired: 'Este pago no se terminó a tiempo y no se cobró nada.',
  review:
    'Recibimos un pago que no podemos aplicar por sí solo. Lo estamos revisando; si corresponde, te devolvemos el dinero.',
};

export function StripeScreen() {
  const search = useSearch({ strict: false }) as StripeSearch;
  return search.link !== undefined && search.session_id === undefined ? (
    <PayByLink link={search} />
  ) : (
    <Returned session={search.session_id} left={search.left !== undefined} />
  );
}

/** @param left the till without paying, as Stripe says: what it says of the payment comes first */
function Returned({ session, left }: { session: string | undefined; left: boolean }) {
  const found = useQuery({
    queryKey: ['stripe-return', session],
    queryFn: ({ signal }) => call(paymentCalls.stripeReturn, { query: { session: session ?? '' }, signal }),
    enabled: session !== undefined,
  });
  const unpaid = left && found.data?.state === 'pending';
  if (found.data && !unpaid && signedIn())
    return <Navigate to="/pago-exitoso/$id" params={{ id: found.data.id }} replace />;
  return (
    <Screen title="Pago con Stripe" width="form">
      {unpaid ? (
        <div className={classes.paid}>
          <p role="status">Volviste sin pagar y no se cobró nada.</p>
          {signedIn() ? (
            <Link to="/checkout" className={button.link}>
              Intentarlo de nuevo
            </Link>
          ) : (
            <p>Para pagar, abre de nuevo el enlace que te enviaron.</p>
          )}
        </div>
      ) : found.data ? (
        <p role="status">{STATES[found.data.state]}</p>
      ) : session === undefined || (found.isError && isMissing(found.error)) ? (
        <Missing title="No encontramos este pago" back={{ to: '/checkout', label: 'Planes' }}>
          <p>Abre esta página desde el pago que hiciste, o con el enlace completo que te enviaron.</p>
        </Missing>
      ) : found.isError ? (
        <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
      ) : (
        <LoadRows label="Buscando el pago" rows={2} />
      )}
    </Screen>
  );
}
