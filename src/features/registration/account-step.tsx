/** Step 1: the account. Faults appear at their fields; nothing typed is lost. */
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { REGISTRATION_TEXTS } from '../../../contract/calls/registration.ts';
import { emailFault, normalizeEmail } from '../../../contract/rules/email.ts';
import { passwordFault } from '../../../contract/rules/password.ts';
import { fieldErrors } from '../../api/api-error.ts';
import { PasswordField, StrengthMeter } from '../../ui/password-field.tsx';
import { refusalText } from '../../ui/refusal-text.ts';
import { Refusal } from '../auth/auth-layout.tsx';
import { makeAccount } from './make-account.ts';
import classes from './registration.module.css';
import type { Registration } from './use-registration.ts';

export function AccountStep({ registration: { progress, send } }: { registration: Registration }) {
  const { name, email, phone } = progress;
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [faults, setFaults] = useState<Record<string, string>>({});
  const keep = (typed: Partial<typeof progress>) => send({ type: 'typed', progress: typed });
  const make = useMutation({
    mutationFn: () =>
      makeAccount({
        name: name.trim(),
        email: normalizeEmail(email),
        phone: phone.trim() === '' ? null : phone,
        password,
        password_confirmation: confirmation,
      }),
    onSuccess: ({ user }) =>
      send({ type: 'account_made', progress: { user: user.id, customerId: user.customerId } }),
    onError: (error) => setFaults(fieldErrors(error)),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrongEmail = emailFault(email);
    const wrongPassword = passwordFault(password, confirmation, [name, email]);
    const found: Record<string, string> = {
      ...(name.trim() === '' ? { name: REGISTRATION_TEXTS.nameEmpty } : {}),
      ...(wrongEmail ? { email: wrongEmail } : {}),
      ...(wrongPassword ? { [wrongPassword.field]: wrongPassword.message } : {}),
    };
    setFaults(found);
    const [first] = Object.keys(found);
    if (first === undefined) make.mutate();
    else event.currentTarget.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  return (
    <form onSubmit={submit} noValidate aria-busy={make.isPending}>
      <div className={classes.pair}>
        <TextInput
          label="Nombre"
          name="name"
          autoComplete="name"
          maxLength={120}
          value={name}
          error={faults['name']}
          onChange={(event) => keep({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Teléfono (opcional)"
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={40}
          value={phone}
          error={faults['phone']}
          onChange={(event) => keep({ phone: event.currentTarget.value })}
        />
      </div>
      <TextInput
        label="Correo"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        error={faults['email']}
        onChange={(event) => keep({ email: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <PasswordField
          label="Contraseña"
          name="password"
          autoComplete="new-password"
          value={password}
          error={faults['password']}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PasswordField
          label="Confirma la contraseña"
          name="password_confirmation"
          autoComplete="new-password"
          value={confirmation}
          error={faults['password_confirmation']}
          onChange={(event) => setConfirmation(event.currentTarget.value)}
        />
      </div>
      <StrengthMeter password={password} facts={[name, email]} />
      <Refusal>{make.error && Object.keys(faults).length === 0 ? refusalText(make.error) : null}</Refusal>
      <div className={classes.foot}>
        <Button type="submit" size="md" loading={make.isPending}>
          Crear cuenta
        </Button>
      </div>
    </form>
  );
}
