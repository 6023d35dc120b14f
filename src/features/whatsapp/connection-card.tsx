/** One number: how it is, since when, what to do, and what may be done with it. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { channelCalls } from '../../../contract/calls/channels.ts';
import { connectionCalls } from '../../../contract/calls/connections.ts';
import type { Connection } from '../../../contract/entities/connection.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { dateTimeText } from '../../ui/dates.ts';
import { ask, showError } from '../../ui/dialogs/dialogs.ts';
import marked from '../../ui/marked-title.module.css';
import { toastSuccess } from '../../ui/toast.ts';
import { factsOf, STATE_TEXT } from './connection-text.ts';
import classes from './whatsapp.module.css';
import { useAskAgain } from './whatsapp-queries.ts';

type Action = 'check' | 'pause' | 'delete' | 'resume';

export function ConnectionCard({ of: connection, onReconnect }: { of: Connection; onReconnect: () => void }) {
  const { id, name, state, last_ok, last_error, paused, held } = connection;
  const { place } = usePlace();
  const may = useMay();
  const askAgain = useAskAgain('connections');
  const [said, setSaid] = useState('');
  const run = useMutation({
    mutationFn: async (action: Action): Promise<string> => {
      const params = { id };
      switch (action) {
        case 'check': {
          const now = await call(connectionCalls.checkConnection, { params });
          // What is wrong stands above.
          return now.state === 'ok' ? `${name} responde bien.` : `${name} no funciona por ahora.`;
        }
        case 'pause':
          await call(connectionCalls.updateConnection, { params, body: { paused: !paused } });
          return paused
            ? `${name} volvió a enviar.`
            : `${name} quedó en pausa: no envía nada hasta que la reanudes.`;
        case 'resume': {
          const { waiting } = await call(channelCalls.resumeSending, { params });
          return waiting === 1 ? 'Sale 1 mensaje en espera.' : `Salen ${waiting} mensajes en espera.`;
        }
        case 'delete':
          await call(connectionCalls.deleteConnection, { params });
          toastSuccess('Número desconectado');
          return '';
      }
    },
    onSuccess: async (text) => {
      setSaid(text);
      await askAgain();
    },
    onError: (error) => {
      void showError('No pudimos hacerlo', sentence(error));
      void askAgain();
    },
  });
  const remove = async () => {
    const yes = await ask({
      title: `¿Desconectar ${name}?`,
      text: 'Las conversaciones quedan guardadas, pero no se podrán responder por este número, y lo que espera no saldrá.',
      confirm: 'Desconectar',
      danger: true,
    });
    if (yes) run.mutate('delete');
  };
  const edits = may('integraciones', 'edit');
  const busy = run.isPending ? run.variables : null;
  const facts: [string, string][] = [
    ...factsOf(connection),
    ['Último contacto', last_ok === null ? 'ninguno' : dateTimeText(last_ok)],
  ];
  const { text, tone } = STATE_TEXT[state];
  return (
    <li className={classes.item} data-bad={state === 'needs_reconnect' || undefined}>
      <p className={marked.title}>
        <strong>{name}</strong>
        <span data-tone={tone}>{text}</span>
      </p>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {last_error ? (
        <p className={classes.error}>
          {last_error.message} <small>Desde el {dateTimeText(last_error.at)}.</small>
        </p>
      ) : null}
      {held ? (
        <div className={classes.warn}>
          <p>
            Este servidor se restauró de un respaldo: nada sale por este número hasta que un propietario lo
            permita.
          </p>
          <AllowedButton
            allowed={edits && place.link.role.base === 'propietario'}
            why="Solo un propietario puede reanudar los envíos."
            variant="default"
            loading={busy === 'resume'}
            onClick={() => run.mutate('resume')}
          >
            Reanudar los envíos
          </AllowedButton>
        </div>
      ) : null}
      <p role="status" className={classes.said}>
        {said}
      </p>
      <div className={classes.actions}>
        <AllowedButton
          allowed={edits}
          why={TEXTS.noActionPermission}
          variant="default"
          loading={busy === 'check'}
          onClick={() => run.mutate('check')}
        >
          Comprobar
        </AllowedButton>
        <AllowedButton
          allowed={edits}
          why={TEXTS.noActionPermission}
          variant={state === 'needs_reconnect' ? 'filled' : 'default'}
          onClick={onReconnect}
        >
          Reconectar
        </AllowedButton>
        <AllowedButton
          allowed={edits}
          why={TEXTS.noActionPermission}
          variant="default"
          loading={busy === 'pause'}
          onClick={() => run.mutate('pause')}
        >
          {paused ? 'Reanudar' : 'Pausar'}
        </AllowedButton>
        <AllowedButton
          allowed={may('integraciones', 'delete')}
          why={TEXTS.noActionPermission}
          color="red"
          variant="light"
          loading={busy === 'delete'}
          onClick={() => void remove()}
        >
          Desconectar
        </AllowedButton>
      </div>
    </li>
  );
}
