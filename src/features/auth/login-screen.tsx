/** `/login` and `/signin` (spec §2): e-mail and password, errors at the form, back to where one came from. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useForm } from '@mantine/form';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError, sentence } from '../../api/api-error.ts';
import { config } from '../../app/client-config.ts';
import { redirectTarget } from '../../app/redirect-target.ts';
import { signIn, useSession } from '../../session/session.ts';
import { Mark } from '../../ui/mark.tsx';
import { DemoHint } from './demo-hint.tsx';
import classes from './login-screen.module.css';

/** What the form says about a refusal; how long to wait, when the server told. */
function refusalText(error: unknown): string {
  const wait = error instanceof ApiError ? Number(error.details['retry_after']) : Number.NaN;
  if (error instanceof ApiError && error.status === 429 && wait > 0) {
    const amount = wait < 90 ? `${Math.ceil(wait)} segundos` : `${Math.ceil(wait / 60)} minutos`;
    return `Demasiados intentos. Inténtalo nuevamente en ${amount}.`;
  }
  return sentence(error);
}

export function LoginScreen() {
  const { name } = config().product;
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { redirect?: string };
  const target = redirectTarget(search.redirect) ?? '/dashboard';
  const signedIn = useSession();
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) =>
        value.trim() === '' ? 'Ingresa tu correo' : value.includes('@') ? null : 'Ingresa un correo válido',
      password: (value) => (value === '' ? 'Ingresa tu contraseña' : null),
    },
  });

  useEffect(() => {
    document.title = `Iniciar sesión · ${name}`;
  }, [name]);
  // Signed in here or in another tab of this browser: on to where the link pointed.
  useEffect(() => {
    if (signedIn) void navigate({ href: target, replace: true });
  }, [signedIn, navigate, target]);

  const submit = form.onSubmit(
    async ({ email, password }) => {
      setBusy(true);
      setRefused(null);
      try {
        await signIn(email.trim().toLowerCase(), password);
      } catch (error) {
        setRefused(refusalText(error));
        setBusy(false);
      }
    },
    (errors) => form.getInputNode(errors['email'] ? 'email' : 'password')?.focus(),
  );

  return (
    <main className={classes.screen}>
      <div className={classes.side}>
        <div className={classes.card}>
          <div className={classes.brand}>
            <Mark size={36} />
            <span>{name}</span>
          </div>
          <h1>Inicia sesión</h1>
          <form onSubmit={submit} noValidate aria-busy={busy}>
            <TextInput
              {...form.getInputProps('email')}
              key={form.key('email')}
              label="Correo"
              type="email"
              name="email"
              autoComplete="username"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              size="md"
            />
            <PasswordInput
              {...form.getInputProps('password')}
              key={form.key('password')}
              label="Contraseña"
              name="password"
              autoComplete="current-password"
              visible={shown}
              onVisibilityChange={setShown}
              visibilityToggleButtonProps={{
                'aria-label': shown ? 'Ocultar contraseña' : 'Mostrar contraseña',
                tabIndex: 0,
                'aria-hidden': false,
              }}
              size="md"
            />
            <div role="alert" className={classes.refused} data-empty={refused === null || undefined}>
              {refused}
            </div>
            <Button type="submit" fullWidth size="md" loading={busy}>
              Iniciar sesión
            </Button>
          </form>
          <p className={classes.register}>
            ¿Aún no tienes cuenta? <Link to="/registro">Regístrate</Link>
          </p>
          {config().demo ? (
            <DemoHint
              onPick={(email, password) => {
                form.setValues({ email, password });
                setRefused(null);
              }}
            />
          ) : null}
        </div>
      </div>
      <div className={classes.art} aria-hidden="true">
        <svg viewBox="0 0 400 600" preserveAspectRatio="xMidYMid slice" focusable="false">
          <title>Adorno</title>
          {[0, 1, 2, 3, 4, 5, 6].map((row) => (
            <path
              key={row}
              d={`M-40 ${70 + row * 82}c46-72 104-72 148 0s104 72 148 0 104-72 148 0 104 72 148 0`}
              opacity={0.16 + row * 0.1}
            />
          ))}
        </svg>
      </div>
    </main>
  );
}
