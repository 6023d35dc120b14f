/** `/login` and `/signin` (docs/product.md §2): e-mail and password, errors at the form, back to where one came from. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.layer.css';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { config } from '../../base/client-config.ts';
import { lazyPart } from '../../base/lazy-part.tsx';
import { redirectTarget } from '../../base/redirect-target.ts';
import { signIn, useSession } from '../../session/session.ts';
import { sessionEndedByServer } from '../../session/session-end.ts';
import { refusalText } from '../../ui/refusal-text.ts';
import { AuthLayout, Refusal } from './auth-layout.tsx';
import classes from './login-screen.module.css';

// Demonstrations alone show the first, few people ever see the others: none is in everybody's first load.
const DemoHint = lazyPart(() => import('./demo-hint.tsx'));
const CodeStep = lazyPart(() => import('./code-step.tsx'));
const SignedIn = lazyPart(() => import('./signed-in.tsx'));

interface Fields {
  email: string;
  password: string;
}

/** What keeps the form from leaving, by field. */
type Problems = { [field in keyof Fields]?: string | undefined };

function problems({ email, password }: Fields): Problems {
  const found: Problems = {};
  if (email.trim() === '') found.email = 'Ingresa tu correo';
  else if (!email.includes('@')) found.email = 'Ingresa un correo válido';
  if (password === '') found.password = 'Ingresa tu contraseña';
  return found;
}

/**
 * Two fields that the browser holds itself (it may fill them in without telling anybody), read when they leave: the
 * form library would be a thirtieth of what everybody loads first.
 */
export function LoginScreen() {
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const target = redirectTarget(search['redirect']) ?? '/dashboard';
  const signedIn = useSession();
  // Anyone who was signed in before this page opened (and stays so) came here by a link with a query, and sees why.
  const [before, setBefore] = useState(signedIn !== null);
  const [shown, setShown] = useState(false);
  const [busy, setBusy] = useState(false);
  const [ended] = useState(sessionEndedByServer);
  const [refused, setRefused] = useState<string | null>(null);
  /** The password was right, and a code is still to come. */
  const [ticket, setTicket] = useState<string | null>(null);
  const [errors, setErrors] = useState<Problems>({});
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

  // Signed in here or in another tab of this browser: on to where the link pointed.
  useEffect(() => {
    if (!signedIn) setBefore(false);
    else if (!before) void navigate({ href: target, replace: true });
  }, [signedIn, before, navigate, target]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const entered = { email: email.current?.value ?? '', password: password.current?.value ?? '' };
    const found = problems(entered);
    setErrors(found);
    if (found.email || found.password) return (found.email ? email : password).current?.focus();
    setBusy(true);
    setRefused(null);
    try {
      await signIn(entered.email.trim().toLowerCase(), entered.password);
    } catch (error) {
      setBusy(false);
      const given =
        error instanceof ApiError && error.code === 'second_factor' ? error.details['ticket'] : null;
      if (typeof given === 'string') setTicket(given);
      else setRefused(refusalText(error));
    }
  }

  function fill(entered: Fields): void {
    if (email.current) email.current.value = entered.email;
    if (password.current) password.current.value = entered.password;
    setErrors({});
    setRefused(null);
  }

  if (signedIn && before) return <SignedIn user={signedIn.user} target={target} />;
  if (ticket !== null) {
    const over = (why: string | null) => {
      setTicket(null);
      setRefused(why);
    };
    return (
      <AuthLayout title="Verificación en dos pasos">
        <CodeStep ticket={ticket} onOver={over} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Inicia sesión">
      {ended ? (
        <p role="status" className={classes.ended}>
          Tu sesión terminó. Inicia sesión de nuevo para continuar: tus borradores y las respuestas sin enviar
          te esperan.
        </p>
      ) : null}
      <form onSubmit={(event) => void submit(event)} noValidate aria-busy={busy}>
        <TextInput
          ref={email}
          error={errors.email}
          onChange={() => setErrors({ ...errors, email: undefined })}
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
          ref={password}
          error={errors.password}
          onChange={() => setErrors({ ...errors, password: undefined })}
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
      {config().demo ? <DemoHint onPick={(email, password) => fill({ email, password })} /> : null}
    </AuthLayout>
  );
}
