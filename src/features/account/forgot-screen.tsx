/** `/password_resets`: asks for the mail with the link. The answer is the same whether or not the address is known. */

import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { registrationCalls } from '../../../contract/calls/registration.ts';
import { emailFault, normalizeEmail } from '../../../contract/rules/email.ts';
import { fieldErrors } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { refusalText } from '../../ui/refusal-text.ts';
import { AuthLayout, Refusal } from '../auth/auth-layout.tsx';
import classes from './account.module.css';

export function ForgotScreen() {
  const [email, setEmail] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const send = useMutation({
    mutationFn: () => call(registrationCalls.passwordForgot, { body: { email: normalizeEmail(email) } }),
    onError: (error) => setWrong(fieldErrors(error)['email'] ?? null),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fault = emailFault(email);
    setWrong(fault);
    if (fault === null) send.mutate();
  };
  return (
    <AuthLayout title="Recupera tu contraseña">
      {send.data ? (
        <div className={classes.done}>
          <p role="status">{send.data.message}</p>
          <p>Revisa también la carpeta de correo no deseado. El enlace sirve durante una hora.</p>
          <Button variant="default" onClick={() => send.reset()}>
            Usar otro correo
          </Button>
        </div>
      ) : (
        <form onSubmit={submit} noValidate aria-busy={send.isPending}>
          <p className={classes.lead}>
            Escribe el correo de tu cuenta y te enviaremos un enlace para crear una nueva contraseña.
          </p>
          <TextInput
            label="Correo"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            size="md"
            value={email}
            error={wrong}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Refusal>{send.error && !wrong ? refusalText(send.error) : null}</Refusal>
          <Button type="submit" fullWidth size="md" loading={send.isPending}>
            Enviar enlace
          </Button>
        </form>
      )}
      <p className={classes.other}>
        <Link to="/login">Volver a iniciar sesión</Link>
      </p>
    </AuthLayout>
  );
}
