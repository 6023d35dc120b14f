/** Another e-mail address: it counts once the link that is sent to it was followed. */

import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { profileCalls } from '../../../contract/calls/profile.ts';
import type { User } from '../../../contract/entities/user.ts';
import { emailFault, normalizeEmail } from '../../../contract/rules/email.ts';
import { fieldErrors } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { renewUser } from '../../session/session.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { toastFailure } from '../../ui/toast.ts';
import classes from './profile.module.css';

export function EmailForm({ user }: { user: User }) {
  const params = { userId: user.id };
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [faults, setFaults] = useState<Record<string, string>>({});
  const change = useMutation({
    mutationFn: () =>
      call(profileCalls.changeEmail, {
        params,
        body: { email: normalizeEmail(email), current_password: password },
      }),
    onSuccess: (fresh) => {
      renewUser(fresh);
      setEmail('');
      setPassword('');
    },
    onError: (error) => {
      const found = fieldErrors(error);
      setFaults(found);
      if (Object.keys(found).length === 0) toastFailure('No pudimos cambiar el correo', error);
    },
  });
  const cancel = useMutation({
    mutationFn: () => call(profileCalls.cancelEmailChange, { params }),
    onSuccess: renewUser,
    onError: (error) => toastFailure('No pudimos cancelar el cambio', error),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fault = emailFault(email);
    const found = {
      ...(fault ? { email: fault } : {}),
      ...(password === '' ? { current_password: 'Ingresa tu contraseña actual' } : {}),
    };
    setFaults(found);
    if (Object.keys(found).length === 0) change.mutate();
  };
  return (
    <>
      <p>
        Tu correo es <strong>{user.email}</strong>.
      </p>
      {user.pending_email ? (
        <div className={classes.pending} role="status">
          <p>
            Enviamos un enlace a <strong>{user.pending_email}</strong>. Cuando lo abras, tu cuenta usará ese
            correo.
          </p>
          <Button variant="default" size="xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancelar el cambio
          </Button>
        </div>
      ) : null}
      <form onSubmit={submit} noValidate className={classes.form}>
        <div className={classes.pair}>
          <TextInput
            label="Nuevo correo"
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            error={faults['email']}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordField
            label="Contraseña actual"
            autoComplete="current-password"
            value={password}
            error={faults['current_password']}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </div>
        <div className={classes.foot}>
          <Button type="submit" variant="default" loading={change.isPending}>
            Cambiar correo
          </Button>
        </div>
      </form>
    </>
  );
}
