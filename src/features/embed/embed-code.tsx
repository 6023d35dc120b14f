/** The embed code of a bot: copy it, or send it to whoever maintains the site (spec §2 'Embed-code dialog'). */

import { Button, TextInput } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { botManageCalls, snippetOf } from '../../../contract/calls/bots-manage.ts';
import { EMAIL_TEXTS } from '../../../contract/rules/email.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { fieldErrors } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { showError } from '../../ui/dialogs/dialogs.ts';
import { failureText } from '../../ui/failure-text.ts';
import classes from './embed-code.module.css';

/** How long 'Copiado' stands, in milliseconds. */
const COPIED_LASTS = 2_000;

export function EmbedCode({ bot }: { bot: { id: number; token: string } }) {
  const code = snippetOf(location.origin, bot);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED_LASTS);
    } catch (error) {
      console.warn('The browser did not copy the code.', error);
      await showError(TEXTS.copyFailed, 'Selecciona el código y cópialo con Ctrl+C.');
    }
  };
  return (
    <div className={classes.embed}>
      <p id="embed-hint">
        Pega este código en todas las páginas de tu sitio, justo antes de <code>&lt;/body&gt;</code>.
      </p>
      <textarea
        className={classes.code}
        readOnly
        rows={3}
        aria-label="Código de inserción"
        aria-describedby="embed-hint"
        value={code}
        onFocus={(event) => event.currentTarget.select()}
        spellCheck={false}
      />
      <Button
        onClick={() => void copy()}
        leftSection={
          copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />
        }
      >
        {copied ? 'Copiado' : 'Copiar código'}
      </Button>
      <span role="status" className="visually-hidden">
        {copied ? 'Código copiado' : ''}
      </span>
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
    // A typed address is all that is asked for (spec §5).
    const empty = email.trim() === '';
    setFault(empty ? EMAIL_TEXTS.empty : null);
    if (!empty) send.mutate(email.trim());
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
