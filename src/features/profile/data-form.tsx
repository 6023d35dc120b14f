/** Name and phone. */

import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { profileCalls } from '../../../contract/calls/profile.ts';
import { REGISTRATION_TEXTS } from '../../../contract/calls/registration.ts';
import type { User } from '../../../contract/entities/user.ts';
import { fieldErrors } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { renewUser } from '../../session/session.ts';
import { toastFailure, toastSuccess } from '../../ui/toast.ts';
import classes from './profile.module.css';

export function DataForm({ user }: { user: User }) {
  const [name, setName] = useState(user.name);
  const [phone, setPhone] = useState(user.phone ?? '');
  const [faults, setFaults] = useState<Record<string, string>>({});
  const save = useMutation({
    mutationFn: () =>
      call(profileCalls.updateUser, {
        params: { userId: user.id },
        body: { name: name.trim(), phone: phone.trim() === '' ? null : phone },
      }),
    onSuccess: (fresh) => {
      renewUser(fresh);
      setPhone(fresh.phone ?? '');
      toastSuccess('Datos guardados');
    },
    onError: (error) => {
      const found = fieldErrors(error);
      setFaults(found);
      if (Object.keys(found).length === 0) toastFailure('No pudimos guardar tus datos', error);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const empty = name.trim() === '';
    setFaults(empty ? { name: REGISTRATION_TEXTS.nameEmpty } : {});
    if (!empty) save.mutate();
  };
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <div className={classes.pair}>
        <TextInput
          label="Nombre"
          autoComplete="name"
          maxLength={120}
          value={name}
          error={faults['name']}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Teléfono"
          type="tel"
          autoComplete="tel"
          maxLength={40}
          value={phone}
          error={faults['phone']}
          onChange={(event) => setPhone(event.currentTarget.value)}
        />
      </div>
      <div className={classes.foot}>
        <Button type="submit" loading={save.isPending}>
          Guardar
        </Button>
      </div>
    </form>
  );
}
