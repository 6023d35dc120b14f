/** A confirmation link in a browser where its account is not open: the password of the account, or a new one. */

import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { REGISTRATION_TEXTS, registrationCalls } from '../../../contract/calls/registration.ts';
import { passwordFault } from '../../../contract/rules/password.ts';
import { fieldErrors } from '../../api/api-error.ts';
import { type CallAnswer, call } from '../../api/call.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { refusalText } from '../../ui/refusal-text.ts';
import { Refusal } from '../auth/auth-layout.tsx';
import classes from './account.module.css';
import { NewPasswordFields, NO_PASSWORD } from './new-password-fields.tsx';

export type Confirmed = CallAnswer<typeof registrationCalls.confirmEmail>;
type Faults = Partial<Record<'password' | 'password_confirmation', string>>;

interface ConfirmFormProps {
  token: string;
  about: Confirmed;
  /** Who is signed in here, which is somebody else. */
  present: string | null;
  onDone: (confirmed: Confirmed) => void;
}

export function ConfirmForm({ token, about, present, onDone }: ConfirmFormProps) {
  const { email, purpose } = about;
  const [choosing, setChoosing] = useState(false);
  const [chosen, setChosen] = useState(NO_PASSWORD);
  const { password, confirmation } = chosen;
  const [faults, setFaults] = useState<Faults>({});
  const confirm = useMutation({
    mutationFn: () =>
      call(registrationCalls.confirmEmail, {
        body: { token, password, ...(choosing ? { password_confirmation: confirmation } : {}) },
      }),
    onSuccess: onDone,
    onError: (error) => setFaults(fieldErrors(error)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (confirm.isPending) return;
    const wrong = choosing ? passwordFault(password, confirmation, [email]) : null;
    const missing = !choosing && password === '';
    const found: Faults = wrong ? { [wrong.field]: wrong.message } : {};
    if (missing) found.password = REGISTRATION_TEXTS.passwordNeeded;
    setFaults(found);
    if (!wrong && !missing) confirm.mutate();
  };
  const choose = (next: boolean) => {
    setChoosing(next);
    setChosen(NO_PASSWORD);
    setFaults({});
    confirm.reset();
  };
  const other = confirm.error && Object.keys(faults).length === 0 ? refusalText(confirm.error) : null;
  return (
    <form onSubmit={submit} noValidate aria-busy={confirm.isPending}>
      <p className={classes.lead}>
        {choosing ? (
          <>
            Elige una contraseña nueva para la cuenta de <strong>{email}</strong>. La anterior y las sesiones
            abiertas dejarán de servir.
          </>
        ) : purpose === 'change' ? (
          <>
            Para que tu cuenta use <strong>{email}</strong>, escribe su contraseña.
          </>
        ) : (
          <>
            Para confirmar <strong>{email}</strong>, escribe la contraseña de la cuenta.
          </>
        )}
      </p>
      {present === null ? null : (
        <p className={classes.lead}>
          En este navegador está abierta la sesión de <strong>{present}</strong>.
        </p>
      )}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      {choosing ? (
        <NewPasswordFields value={chosen} onChange={setChosen} faults={faults} facts={[email]} />
      ) : (
        <PasswordField
          label="Contraseña"
          autoComplete="current-password"
          size="md"
          value={password}
          error={faults.password}
          onChange={(event) => setChosen({ ...NO_PASSWORD, password: event.currentTarget.value })}
        />
      )}
      <Refusal>{other}</Refusal>
      <Button type="submit" fullWidth size="md" loading={confirm.isPending}>
        {choosing ? 'Guardar contraseña y confirmar' : 'Confirmar mi correo'}
      </Button>
      {purpose === 'registration' ? (
        <p className={classes.other}>
          <Button variant="subtle" size="compact-md" px={0} onClick={() => choose(!choosing)}>
            {choosing ? 'Tengo la contraseña de la cuenta' : 'No sé la contraseña: elegir una nueva'}
          </Button>
        </p>
      ) : null}
    </form>
  );
}
