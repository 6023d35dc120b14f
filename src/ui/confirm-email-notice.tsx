/** The account's address is not confirmed yet: the snippet does not answer until it is (docs/protocol.md). */

import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mainCalls } from '../../contract/calls/main.ts';
import { registrationCalls } from '../../contract/calls/registration.ts';
import type { User } from '../../contract/entities/user.ts';
import { call } from '../api/call.ts';
import { useStale } from '../hub/hooks.ts';
import { ensureHub } from '../session/hub-session.ts';
import { renewUser } from '../session/session.ts';
import classes from './confirm-email-notice.module.css';
import { failureText } from './failure-text.ts';

/** Whether the account's address is confirmed; asked again when the server says that something changed. */
export function useConfirmed(user: User): boolean {
  const known = user.email_confirmed !== false;
  const fresh = useQuery({
    queryKey: ['user-confirmed', user.id],
    queryFn: async () => {
      const now = await call(mainCalls.userData, { params: { userId: user.id } });
      renewUser(now);
      return now.email_confirmed !== false;
    },
    enabled: !known,
    // The hub may not be there: coming back from the mail is a moment to ask, too.
    refetchOnWindowFocus: (query) => query.state.data !== true,
  });
  // People follow the link in another tab, or on another machine: the server tells.
  useState(ensureHub);
  useStale((queries) => {
    if (!known && queries.includes('user-confirmed')) void fresh.refetch();
  });
  return known || fresh.data === true;
}

export function ConfirmEmailNotice({ user }: { user: User }) {
  const resend = useMutation({ mutationFn: () => call(registrationCalls.resendConfirmation, {}) });
  // On a demo without mails there is no mailbox to look into.
  const shown = useQuery({
    queryKey: ['confirmation-link', user.id],
    queryFn: () => call(registrationCalls.confirmationLink, {}),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <div className={classes.notice} role="status">
      <p>
        <strong>Confirma tu correo.</strong> Te enviamos un enlace a {user.email}. Hasta que lo abras, tu
        chatbot no responderá en tu sitio.
      </p>
      {shown.data?.url ? (
        <p>
          Esta instalación de demostración no envía correos:{' '}
          <a href={shown.data.url} target="_blank" rel="noopener">
            abre aquí tu enlace de confirmación
          </a>
          .
        </p>
      ) : null}
      {resend.isSuccess ? (
        <p>Enviamos otro correo. Revisa también la carpeta de correo no deseado.</p>
      ) : (
        <Button variant="default" size="xs" loading={resend.isPending} onClick={() => resend.mutate()}>
          Enviar otra vez
        </Button>
      )}
      {resend.error ? <p role="alert">{failureText(resend.error)}</p> : null}
    </div>
  );
}
