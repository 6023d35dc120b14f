/** The embed code of a bot: copy it, or send it to anyone who maintains the site (docs/product.md §2 'Embed-code dialog'). */

import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { botManageCalls, snippetOf } from '../../../contract/calls/bots-manage.ts';
import { emailFault, normalizeEmail } from '../../../contract/rules/email.ts';
import { fieldErrors } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { CopyCode } from '../../ui/copy-code.tsx';
import { failureText } from '../../ui/failure-text.ts';
import classes from './embed-code.module.css';

export function EmbedCode({ bot }: { bot: { id: number; token: string } }) {
  return (
    <div className={classes.embed}>
      <p id="embed-hint">
        Pega este código en todas las páginas de tu sitio, justo antes de <code>&lt;/body&gt;</code>.{' '}
        <Link to="/integration-install" search={{ bot: bot.id, token: bot.token }} target="_blank">
          Instrucciones para tu tipo de sitio
        </Link>
      </p>
      <CopyCode code={snippetOf(location.origin, bot)} describedBy="embed-hint" />
      <SendByMail botId={bot.id} />
    </div>
  );
}

function SendByMail({ botId }: { botId: number }) {
  const [email, setEmail] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const send = useMutation({
    mutationFn: (to: string) => call(botManageCalls.implementMail, { body: { email: to, bot_id: botId } }),
    onSuccess: () => setEmail(''),
    onError: (error) => setFault(fieldErrors(error)['email'] ?? failureText(error)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = emailFault(email);
    setFault(wrong);
    if (wrong === null) send.mutate(normalizeEmail(email));
  };
  return (
    <form onSubmit={submit} noValidate className={classes.mail}>
      <TextInput
        label="Enviar el código por correo"
        placeholder="desarrollo@mitienda.cl"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        error={fault}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          if (send.isSuccess) send.reset();
        }}
      />
      <Button type="submit" variant="default" loading={send.isPending}>
        Enviar
      </Button>
      <p role="status">{send.isSuccess ? `Enviamos el código a ${send.variables}.` : ''}</p>
    </form>
  );
}
