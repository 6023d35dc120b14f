/** `/password_resets/{token}/{expire}` (docs/product.md §2): a new password by the link of a mail. */

import { Button, Loader } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { registrationCalls } from '../../../contract/calls/registration.ts';
import { passwordFault } from '../../../contract/rules/password.ts';
import { ApiError, fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { dropSession } from '../../session/session.ts';
import { refusalText } from '../../ui/refusal-text.ts';
import { AuthLayout, Refusal } from '../auth/auth-layout.tsx';
import classes from './account.module.css';
import { NewPasswordFields, NO_PASSWORD } from './new-password-fields.tsx';

type Faults = Partial<Record<'password' | 'password_confirmation', string>>;

export function ResetScreen() {
  const { token = '', expire = '' } = useParams({ strict: false });
  const link = useQuery({
    queryKey: ['password-link', token, expire],
    queryFn: () => call(registrationCalls.passwordResetCheck, { body: { token, expire } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <AuthLayout title="Crea una nueva contraseña">
      {link.isPending ? (
        <p role="status" className={classes.waiting}>
          <Loader size="sm" /> Revisando el enlace…
        </p>
      ) : null}
      {link.error ? (
        <div className={classes.done}>
          <p role="alert">{sentence(link.error)}</p>
          {link.error instanceof ApiError && link.error.status === 422 ? (
            <Link to="/password_resets" className={classes.action}>
              Pedir un enlace nuevo
            </Link>
          ) : (
            <Button onClick={() => void link.refetch()}>Reintentar</Button>
          )}
        </div>
      ) : null}
      {link.data ? <NewPassword token={token} expire={expire} email={link.data.email} /> : null}
      <p className={classes.other}>
        <Link to="/login">Volver a iniciar sesión</Link>
      </p>
    </AuthLayout>
  );
}

function NewPassword({ token, expire, email }: { token: string; expire: string; email: string }) {
  const [chosen, setChosen] = useState(NO_PASSWORD);
  const { password, confirmation } = chosen;
  const [faults, setFaults] = useState<Faults>({});
  const reset = useMutation({
    mutationFn: () =>
      call(registrationCalls.passwordReset, {
        body: { token, expire, password, password_confirmation: confirmation },
      }),
    // Every session of the account has ended, this browser's too if it was theirs.
    onSuccess: () => dropSession(),
    onError: (error) => setFaults(fieldErrors(error)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fault = passwordFault(password, confirmation, [email]);
    setFaults(fault ? { [fault.field]: fault.message } : {});
    if (!fault) reset.mutate();
  };
  if (reset.data) {
    return (
      <div className={classes.done}>
        <p role="status">Tu contraseña cambió. Cerramos todas las sesiones abiertas de tu cuenta.</p>
        <Link to="/login" search={{}} className={classes.action}>
          Iniciar sesión
        </Link>
      </div>
    );
  }
  const other = reset.error && Object.keys(faults).length === 0 ? refusalText(reset.error) : null;
  return (
    <form onSubmit={submit} noValidate aria-busy={reset.isPending}>
      <p className={classes.lead}>
        Para la cuenta <strong>{email}</strong>.
      </p>
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <NewPasswordFields value={chosen} onChange={setChosen} faults={faults} facts={[email]} />
      <Refusal>{other}</Refusal>
      <Button type="submit" fullWidth size="md" loading={reset.isPending}>
        Guardar contraseña
      </Button>
    </form>
  );
}
