/** The authenticator app takes the secret, by QR or by hand, and proves it with its first code. */
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { fieldErrors } from '../../api/api-error.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { qrOf } from '../../ui/qr.ts';
import { toastFailure } from '../../ui/toast.ts';
import classes from './profile.module.css';

interface EnrolmentProps {
  /** Base32. */
  secret: string;
  /** What the QR says. */
  address: string;
  confirm: (code: string) => Promise<void>;
  onCancel: () => void;
}

export default function Enrolment({ secret, address, confirm, onCancel }: EnrolmentProps) {
  const { path, side } = useMemo(() => qrOf(address), [address]);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const send = useMutation({
    mutationFn: confirm,
    onError: (error) => {
      const found = fieldErrors(error)['code'];
      setFault(found ?? null);
      if (!found) toastFailure('No pudimos activar la verificación', error);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const digits = code.replaceAll(/\s/g, '');
    const wrong = /^\d{6}$/.test(digits) ? null : 'Ingresa los 6 dígitos';
    setFault(wrong);
    if (wrong === null) send.mutate(digits);
  };
  const spaced = secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
  return (
    <form onSubmit={submit} noValidate className={classes.enrol}>
      <svg
        viewBox={`0 0 ${side} ${side}`}
        className={classes.qr}
        role="img"
        aria-label="Código QR para tu aplicación"
      >
        <rect width={side} height={side} fill="#fff" />
        <path d={path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <div className={classes.steps}>
        <p>
          Abre tu aplicación de verificación (Google Authenticator, Microsoft Authenticator, 1Password…) y
          escanea el código QR. Si no puedes, ingresa esta clave:
        </p>
        <p className={classes.secret}>
          <code>{spaced}</code>
          <CopyButton variant="default" text={() => secret} label="Copiar clave" copied="Clave copiada" />
        </p>
        <TextInput
          label="Código que muestra la aplicación"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          maw={260}
          value={code}
          error={fault}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <div className={classes.foot}>
          <Button variant="default" onClick={onCancel}>
            Cancelar
          </Button>
          <Button type="submit" loading={send.isPending}>
            Activar
          </Button>
        </div>
      </div>
    </form>
  );
}
