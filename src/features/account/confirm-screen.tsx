/**
 * `/confirm/{token}`: where the link of a confirmation mail leads: a new account's address, or a changed one. In the
 * browser where the account is open it counts at once; anywhere else the account's password is asked, and anyone who did
 * not make the account takes it over with a new one.
 */

import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { registrationCalls } from '../../../contract/calls/registration.ts';
import { ApiError, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { dropSession, renewUser, session, useSession } from '../../session/session.ts';
import { AuthLayout } from '../auth/auth-layout.tsx';
import classes from './account.module.css';
import { type Confirmed, ConfirmForm } from './confirm-form.tsx';

export function ConfirmScreen() {
  const { token = '' } = useParams({ strict: false });
  const present = useSession()?.user ?? null;
  const [done, setDone] = useState<Confirmed | null>(null);
  /** The session here is another account's, which only looked like the link's. */
  const [other, setOther] = useState(false);
  const link = useQuery({
    queryKey: ['confirm-link', token],
    queryFn: () => call(registrationCalls.checkConfirmation, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const own = link.data?.purpose === 'change' ? present?.pending_email : present?.email;
  const finish = (confirmed: Confirmed) => {
    setDone(confirmed);
    tellThisBrowser(confirmed);
  };
  return (
    <AuthLayout title="Confirmación de correo">
      {link.isPending ? <Waiting /> : null}
      {link.error ? <Fault error={link.error} onRetry={() => void link.refetch()} /> : null}
      {done ? <Done {...done} /> : null}
      {link.data && !done ? (
        link.data.email === own && !other ? (
          <ByOwnSession token={token} onDone={finish} onOther={() => setOther(true)} />
        ) : (
          <ConfirmForm token={token} about={link.data} present={present?.email ?? null} onDone={finish} />
        )
      ) : null}
      {done || link.error ? (
        <Link to={present ? '/dashboard' : '/login'} className={classes.action}>
          {present ? 'Ir al Dashboard' : 'Iniciar sesión'}
        </Link>
      ) : null}
    </AuthLayout>
  );
}

/** Where the session of the account is open. */
function tellThisBrowser({ email, purpose }: Confirmed): void {
  const user = session()?.user;
  if (purpose === 'change' && user?.pending_email === email) dropSession();
  if (purpose === 'registration' && user?.email === email) renewUser({ ...user, email_confirmed: true });
}

function ByOwnSession(props: { token: string; onDone: (confirmed: Confirmed) => void; onOther: () => void }) {
  const { token, onDone, onOther } = props;
  const confirm = useQuery({
    queryKey: ['confirm-own', token],
    queryFn: () => call(registrationCalls.confirmOwnEmail, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const { data, error } = confirm;
  const isOther = error instanceof ApiError && error.details['reason'] === 'unknown';
  // Once for each answer, anyone who asks.
  const done = useEffectEvent(onDone);
  const other = useEffectEvent(onOther);
  useEffect(() => {
    if (data) done(data);
    if (isOther) other();
  }, [data, isOther]);
  if (error && !isOther) return <Fault error={error} onRetry={() => void confirm.refetch()} />;
  return <Waiting />;
}

const Waiting = () => (
  <p role="status" className={classes.waiting}>
    <Loader size="sm" /> Confirmando…
  </p>
);

function Fault({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className={classes.done}>
      <p role="alert">{sentence(error)}</p>
      {error instanceof ApiError && error.status === 422 ? (
        <p>Puedes pedir otro enlace en Mi cuenta.</p>
      ) : (
        <Button onClick={onRetry}>Reintentar</Button>
      )}
    </div>
  );
}

function Done({ email, purpose }: Confirmed) {
  return (
    <p role="status" className={classes.lead}>
      {purpose === 'change' ? (
        <>
          Desde ahora tu cuenta usa <strong>{email}</strong>. Inicia sesión con ese correo.
        </>
      ) : (
        <>
          Confirmaste <strong>{email}</strong>. Tu chatbot ya puede atender en tu sitio.
        </>
      )}
    </p>
  );
}
