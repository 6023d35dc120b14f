/** Shows who it is before something of the second factor changes: the present password, and a code where there is one. */
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fieldErrors } from '../../api/api-error.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import { toastFailure } from '../../ui/toast.ts';
import classes from './profile.module.css';

interface Proof {
  current_password: string;
  code: string;
}
interface ProveFormProps {
  withCode?: boolean;
  danger?: boolean;
  submit: string;
  send: (proof: Proof) => Promise<void>;
  onCancel: () => void;
}

export function ProveForm({ withCode = false, danger = false, submit, send, onCancel }: ProveFormProps) {
  const [proof, setProof] = useState<Proof>({ current_password: '', code: '' });
  const [faults, setFaults] = useState<Record<string, string>>({});
  const prove = useMutation({
    mutationFn: send,
    onError: (error) => {
      const found = fieldErrors(error);
      setFaults(found);
      if (Object.keys(found).length === 0) toastFailure('No pudimos continuar', error);
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(proof.current_password === '' ? { current_password: 'Ingresa tu contraseña actual' } : {}),
      ...(withCode && proof.code.trim() === '' ? { code: 'Ingresa el código' } : {}),
    };
    setFaults(found);
    if (Object.keys(found).length === 0) prove.mutate({ ...proof, code: proof.code.trim() });
  };
  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      <div className={classes.pair}>
        <PasswordField
          label="Contraseña actual"
          autoComplete="current-password"
          value={proof.current_password}
          error={faults['current_password']}
          autoFocus
          onChange={(event) => setProof({ ...proof, current_password: event.currentTarget.value })}
        />
        {withCode ? (
          <TextInput
            label="Código de la aplicación o de recuperación"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            value={proof.code}
            error={faults['code']}
            onChange={(event) => setProof({ ...proof, code: event.currentTarget.value })}
          />
        ) : null}
      </div>
      <div className={classes.foot}>
        <Button variant="default" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" loading={prove.isPending} {...(danger ? { color: 'red' } : {})}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
