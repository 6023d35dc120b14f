/** The second step of a sign-in: the code of the authenticator app, or one of the recovery codes. */
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { secondFactorCalls } from '../../../contract/calls/second-factor.ts';
import { ApiError } from '../../api/api-error.ts';
import { callWithHeaders } from '../../api/call.ts';
import { adoptAnswer } from '../../session/session.ts';
import { refusalText } from '../../ui/refusal-text.ts';
import { Refusal } from './auth-layout.tsx';
import classes from './login-screen.module.css';

interface CodeStepProps {
  /** What the first step handed out. */
  ticket: string;
  /** Back to the password; the sentence says why, null: the person's own wish. */
  onOver: (why: string | null) => void;
}

const DIGITS = 6;

export default function CodeStep({ ticket, onOver }: CodeStepProps) {
  const [code, setCode] = useState('');
  const [recovery, setRecovery] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);

  async function send(typed: string): Promise<void> {
    setBusy(true);
    setRefused(null);
    try {
      adoptAnswer(
        await callWithHeaders(secondFactorCalls.signInSecondFactor, { body: { ticket, code: typed } }),
      );
    } catch (error) {
      if (error instanceof ApiError && error.code === 'unauthorized') return onOver(error.message);
      setBusy(false);
      setCode('');
      setRefused(refusalText(error));
      field.current?.focus();
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const empty = code.trim() === '';
    setFault(empty ? 'Ingresa el código' : null);
    if (empty) field.current?.focus();
    else void send(code.trim());
  };
  /** A code of the app leaves by itself once it is whole, typed or pasted with whatever stands between its digits. */
  const type = (typed: string) => {
    setFault(null);
    if (recovery) return setCode(typed);
    const digits = typed.replaceAll(/\D/g, '').slice(0, DIGITS);
    setCode(digits);
    if (digits.length === DIGITS && !busy) void send(digits);
  };
  const other = () => {
    setRecovery(!recovery);
    setCode('');
    setFault(null);
    setRefused(null);
    field.current?.focus();
  };
  return (
    <>
      <form onSubmit={submit} noValidate aria-busy={busy}>
        <p className={classes.lead}>
          {recovery
            ? 'Ingresa uno de tus códigos de recuperación. Cada uno sirve una sola vez.'
            : 'Ingresa el código de 6 dígitos que muestra tu aplicación de verificación.'}
        </p>
        <TextInput
          key={String(recovery)}
          ref={field}
          label={recovery ? 'Código de recuperación' : 'Código'}
          name="code"
          inputMode={recovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          value={code}
          error={fault}
          autoFocus
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Refusal>{refused}</Refusal>
        <Button type="submit" fullWidth size="md" loading={busy}>
          Continuar
        </Button>
      </form>
      <p className={classes.ways}>
        <button type="button" onClick={other}>
          {recovery ? 'Usar el código de la aplicación' : 'Usar un código de recuperación'}
        </button>
        <button type="button" onClick={() => onOver(null)}>
          Volver
        </button>
      </p>
    </>
  );
}
