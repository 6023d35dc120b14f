/** `/confirm/{token}`: where the link of a confirmation mail leads: a new account's address, or a changed one. */

import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { registrationCalls } from '../../../contract/calls/registration.ts';
import { ApiError, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { dropSession, renewUser, session, useSession } from '../../session/session.ts';
import { AuthLayout } from '../auth/auth-layout.tsx';
import classes from './account.module.css';

export function ConfirmScreen() {
  const { token = '' } = useParams({ strict: false });
  const signedIn = useSession() !== null;
  const link = useQuery({
    queryKey: ['confirm-link', token],
    queryFn: () => call(registrationCalls.confirmEmail, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const purpose = link.data?.purpose;
  useEffect(() => {
    const own = session();
    if (!purpose || !own) return;
    // A changed address ends every session; a confirmed one is told to the screens of this browser.
    if (purpose === 'change') dropSession();
    else renewUser({ ...own.user, email_confirmed: true });
  }, [purpose]);
  return (
    <AuthLayout title="Confirmación de correo">
      <div className={classes.done}>
        {link.isPending ? (
          <p role="status" className={classes.waiting}>
            <Loader size="sm" /> Confirmando…
          </p>
        ) : null}
        {link.error ? (
          <>
            <p role="alert">{sentence(link.error)}</p>
            {link.error instanceof ApiError && link.error.status === 422 ? (
              <p>Puedes pedir otro enlace en Mi cuenta.</p>
            ) : (
              <Button onClick={() => void link.refetch()}>Reintentar</Button>
            )}
          </>
        ) : null}
        {link.data ? (
          <p role="status">
            {purpose === 'change' ? (
              <>
                Desde ahora tu cuenta usa <strong>{link.data.email}</strong>. Inicia sesión con ese correo.
              </>
            ) : (
              <>
                Confirmaste <strong>{link.data.email}</strong>. Tu chatbot ya puede atender en tu sitio.
              </>
            )}
          </p>
        ) : null}
        {link.isPending ? null : (
          <Link to={signedIn ? '/dashboard' : '/login'} className={classes.action}>
            {signedIn ? 'Ir al Dashboard' : 'Iniciar sesión'}
          </Link>
        )}
      </div>
    </AuthLayout>
  );
}
