/**
 * `/invitacion/{token}`: where the mail of an invitation leads. Who has no account makes one here; whose address nobody
 * had proved chooses a new password; who has a proved one just accepts.
 */

import { Button, Loader, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { type InvitedAccount, invitationCalls } from '../../../contract/calls/invitations.ts';
import { REGISTRATION_TEXTS } from '../../../contract/calls/registration.ts';
import { passwordFault } from '../../../contract/rules/password.ts';
import { ApiError, fieldErrors, sentence } from '../../api/api-error.ts';
import { call, callWithHeaders } from '../../api/call.ts';
import { adoptAnswer, useSession } from '../../session/session.ts';
import { refusalText } from '../../ui/refusal-text.ts';
import { AuthLayout, Refusal } from '../auth/auth-layout.tsx';
import classes from './account.module.css';
import { NewPasswordFields, NO_PASSWORD } from './new-password-fields.tsx';

interface Invited {
  email: string;
  bot_name: string;
  invited_by: string;
  role: string;
  account: InvitedAccount;
}

export function InvitationScreen() {
  const { token = '' } = useParams({ strict: false });
  const link = useQuery({
    queryKey: ['invitation-link', token],
    queryFn: () => call(invitationCalls.checkInvitation, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <AuthLayout title="Te invitaron a un equipo">
      {link.isPending ? (
        <p role="status" className={classes.waiting}>
          <Loader size="sm" /> Revisando la invitación…
        </p>
      ) : null}
      {link.error ? (
        <div className={classes.done}>
          <p role="alert">{sentence(link.error)}</p>
          {link.error instanceof ApiError && link.error.status === 422 ? (
            <Link to="/login" className={classes.action}>
              Iniciar sesión
            </Link>
          ) : (
            <Button onClick={() => void link.refetch()}>Reintentar</Button>
          )}
        </div>
      ) : null}
      {link.data ? <Accept token={token} invited={link.data} onChanged={() => void link.refetch()} /> : null}
    </AuthLayout>
  );
}

const LEADS: Record<InvitedAccount, string> = {
  none: 'Crea tu cuenta para aceptar.',
  unproved:
    'Ya hay una cuenta con este correo, pero nadie lo había confirmado. Elige una contraseña nueva: la anterior y las sesiones abiertas dejarán de servir.',
  proved: 'Ya tienes una cuenta con este correo: acepta y entra con tu contraseña de siempre.',
};

type Faults = Partial<Record<'name' | 'password' | 'password_confirmation', string>>;

function Accept({ token, invited, onChanged }: { token: string; invited: Invited; onChanged: () => void }) {
  const { email, bot_name, invited_by, account } = invited;
  const navigate = useNavigate();
  const present = useSession()?.user.email ?? null;
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState(NO_PASSWORD);
  const { password, confirmation } = chosen;
  const [faults, setFaults] = useState<Faults>({});
  const accept = useMutation({
    mutationFn: async () => {
      const body = {
        token,
        ...(account === 'none' ? { name: name.trim() } : {}),
        ...(account === 'proved' ? {} : { password, password_confirmation: confirmation }),
      };
      return callWithHeaders(invitationCalls.acceptInvitation, { body });
    },
    onSuccess: ({ answer: { data }, headers }) => {
      if (!data) return;
      adoptAnswer({ answer: { data }, headers });
      void navigate({ to: '/dashboard' });
    },
    onError: (error) => {
      setFaults(fieldErrors(error));
      // The account has become another kind of one meanwhile.
      if (error instanceof ApiError && error.status === 409) onChanged();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (accept.isPending) return;
    const found: Faults = {};
    if (account === 'none' && name.trim() === '') found.name = REGISTRATION_TEXTS.nameEmpty;
    const wrong = account === 'proved' ? null : passwordFault(password, confirmation, [name, email]);
    if (wrong) found[wrong.field] = wrong.message;
    setFaults(found);
    if (Object.keys(found).length === 0) accept.mutate();
  };
  if (accept.data?.answer.data === null) {
    return (
      <div className={classes.done}>
        <p role="status">
          Ya eres parte del equipo de <strong>{bot_name}</strong>.
        </p>
        <Link to={present === email ? '/dashboard' : '/login'} className={classes.action}>
          {present === email ? 'Ir al Dashboard' : 'Iniciar sesión'}
        </Link>
      </div>
    );
  }
  const other = accept.error && Object.keys(faults).length === 0 ? refusalText(accept.error) : null;
  return (
    <form onSubmit={submit} noValidate aria-busy={accept.isPending}>
      <p className={classes.lead}>
        <strong>{invited_by}</strong> te invita a atender en el chatbot <strong>{bot_name}</strong> con el
        correo <strong>{email}</strong>. {LEADS[account]}
      </p>
      {present !== null && present !== email ? (
        <p className={classes.lead}>
          En este navegador está abierta la sesión de <strong>{present}</strong>
          {account === 'proved' ? '.' : ': al aceptar, se reemplaza por la de este correo.'}
        </p>
      ) : null}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      {account === 'none' ? (
        <TextInput
          label="Nombre"
          autoComplete="name"
          maxLength={120}
          size="md"
          value={name}
          error={faults.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      ) : null}
      {account === 'proved' ? null : (
        <NewPasswordFields
          {...(account === 'none' ? { label: 'Contraseña' } : {})}
          value={chosen}
          onChange={setChosen}
          faults={faults}
          facts={[name, email]}
        />
      )}
      <Refusal>{other}</Refusal>
      <Button type="submit" fullWidth size="md" loading={accept.isPending}>
        {account === 'none' ? 'Crear cuenta y aceptar' : 'Aceptar la invitación'}
      </Button>
    </form>
  );
}
