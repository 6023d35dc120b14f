/** Another password; the person's other sessions end with it. */

import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { profileCalls } from '../../../contract/calls/profile.ts';
import type { User } from '../../../contract/entities/user.ts';
import { passwordFault } from '../../../contract/rules/password.ts';
import { fieldErrors } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { PasswordField, StrengthMeter } from '../../ui/password-field.tsx';
import { toastFailure } from '../../ui/toast.ts';
import { devicesKey } from './device-list.tsx';
import classes from './profile.module.css';

const EMPTY = { current_password: '', password: '', password_confirmation: '' };

const closedText = (ended: number): string =>
  ended === 0 ? '' : ended === 1 ? ' Cerramos otra sesión.' : ` Cerramos otras ${ended} sesiones.`;

export function PasswordForm({ user }: { user: User }) {
  const queries = useQueryClient();
  const [form, setForm] = useState(EMPTY);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const facts = [user.name, user.email];
  const change = useMutation({
    mutationFn: () => call(profileCalls.changePassword, { params: { userId: user.id }, body: form }),
    onSuccess: () => {
      setForm(EMPTY);
      void queries.invalidateQueries({ queryKey: devicesKey(user.id) });
    },
    onError: (error) => {
      const found = fieldErrors(error);
      setFaults(found);
      if (Object.keys(found).length === 0) toastFailure('No pudimos cambiar la contraseña', error);
    },
  });
  const field = (name: keyof typeof EMPTY) => ({
    value: form[name],
    error: faults[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setForm((before) => ({ ...before, [name]: value }));
      if (change.isSuccess) change.reset();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fault = passwordFault(form.password, form.password_confirmation, facts);
    const found = {
      ...(form.current_password === '' ? { current_password: 'Ingresa tu contraseña actual' } : {}),
      ...(fault ? { [fault.field]: fault.message } : {}),
    };
    setFaults(found);
    if (Object.keys(found).length === 0) change.mutate();
  };
  const ended = change.data?.ended ?? 0;
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <input type="hidden" autoComplete="username" value={user.email} readOnly />
      <PasswordField
        label="Contraseña actual"
        autoComplete="current-password"
        maw={340}
        {...field('current_password')}
      />
      <div className={classes.pair}>
        <PasswordField label="Nueva contraseña" autoComplete="new-password" {...field('password')} />
        <PasswordField
          label="Confirma la nueva contraseña"
          autoComplete="new-password"
          {...field('password_confirmation')}
        />
      </div>
      <StrengthMeter password={form.password} facts={facts} />
      <div className={classes.foot}>
        <p role="status">{change.isSuccess ? `Contraseña cambiada.${closedText(ended)}` : ''}</p>
        <Button type="submit" variant="default" loading={change.isPending}>
          Cambiar contraseña
        </Button>
      </div>
    </form>
  );
}
