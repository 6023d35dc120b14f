/** `/stripe` (public): where Stripe sends browsers back to. It leads to the page that waits for the payment. */
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearch } from '@tanstack/react-router';
import { paymentCalls } from '../../../contract/calls/payments.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { isMissing, Missing } from '../../ui/missing.tsx';
import { Screen } from '../../ui/screen.tsx';

export function StripeScreen() {
  const { session_id: session } = useSearch({ strict: false }) as { session_id?: string };
  const found = useQuery({
    queryKey: ['stripe-return', session],
    queryFn: ({ signal }) => call(paymentCalls.stripeReturn, { query: { session: session ?? '' }, signal }),
    enabled: session !== undefined,
  });
  if (found.data) return <Navigate to="/pago-exitoso/$id" params={{ id: found.data.id }} replace />;
  return (
    <Screen title="Pago con Stripe" width="form">
      {session === undefined || (found.isError && isMissing(found.error)) ? (
        <Missing title="No encontramos este pago" back={{ to: '/checkout', label: 'Planes' }}>
          <p>Abre esta página desde el pago que hiciste.</p>
        </Missing>
      ) : found.isError ? (
        <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />
      ) : (
        <LoadRows label="Buscando el pago" rows={2} />
      )}
    </Screen>
  );
}
