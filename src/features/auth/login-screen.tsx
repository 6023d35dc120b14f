/** `/login` and `/signin` (spec §2): e-mail and password, errors at the form, back to where one came from. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useForm } from '@mantine/form';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { config } from '../../app/client-config.ts';
import { redirectTarget } from '../../app/redirect-target.ts';
import { signIn, useSession } from '../../session/session.ts';
import { sessionEndedByServer } from '../../session/session-end.ts';
import { refusalText } from '../../ui/refusal-text.ts';
import { AuthLayout, Refusal } from './auth-layout.tsx';
import { DemoHint } from './demo-hint.tsx';
import classes from './login-screen.module.css';

export function LoginScreen() {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { redirect?: string };
  const target = redirectTarget(search.redirect) ?? '/dashboard';
  const signedIn = useSession();
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [ended] = useState(sessionEndedByServer);
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
    <AuthLayout title="Inicia sesión">
      {ended ? (
        <p role="status" className={classes.ended}>
          Tu sesión terminó. Inicia sesión de nuevo para continuar: tus borradores y las respuestas sin enviar
          te esperan.
        </p>
      ) : null}
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
        <p className={classes.forgot}>
          <Link to="/password_resets">¿Olvidaste tu contraseña?</Link>
        </p>
        <Refusal>{refused}</Refusal>
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
    </AuthLayout>
  );
}
