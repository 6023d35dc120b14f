/** One connected shop: how it is, since when, what to do, and what may be done with it. */
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { connectionCalls } from '../../../contract/calls/connections.ts';
import type { Connection } from '../../../contract/entities/connection.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { dateTimeText } from '../../ui/dates.ts';
import { ask, showError } from '../../ui/dialogs/dialogs.ts';
import marked from '../../ui/marked-title.module.css';
import { toastSuccess } from '../../ui/toast.ts';
import { STATE_TEXT } from '../whatsapp/connection-text.ts';
import { useAskAgain } from '../whatsapp/whatsapp-queries.ts';
import classes from './integrations.module.css';
import { capabilitiesOf, shopFacts } from './shop-text.ts';

type Action = 'check' | 'pause' | 'delete';

export function ConnectedShop({ of: connection, onReconnect }: { of: Connection; onReconnect: () => void }) {
  const { id, name, state, last_ok, last_error, paused } = connection;
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
          return now.last_error === null ? `${name} responde bien.` : `${name} no funciona por ahora.`;
        }
        case 'pause':
          await call(connectionCalls.updateConnection, { params, body: { paused: !paused } });
          return paused
            ? `${name} vuelve a leerse.`
            : `${name} quedó en pausa: no la leemos hasta que la reanudes.`;
        case 'delete':
          await call(connectionCalls.deleteConnection, { params });
          toastSuccess('Tienda desconectada');
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
      text: 'El chatbot deja de leer sus productos y pedidos, y borramos las credenciales que nos diste.',
      confirm: 'Desconectar',
      danger: true,
    });
    if (yes) run.mutate('delete');
  };
  const busy = run.isPending ? run.variables : null;
  const edit = { allowed: may('integraciones', 'edit'), why: TEXTS.noActionPermission, size: 'compact-md' };
  const { text, tone } = STATE_TEXT[state];
  const facts: [string, string][] = [
    ...shopFacts(connection),
    ['Último contacto', last_ok === null ? 'ninguno' : dateTimeText(last_ok)],
  ];
  return (
    <section className={classes.shop} data-bad={state === 'needs_reconnect' || undefined} aria-label={name}>
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
      <Capabilities of={connection} />
      {last_error ? (
        <p className={classes.error}>
          {last_error.message} <small>Desde el {dateTimeText(last_error.at)}.</small>
        </p>
      ) : null}
      <p role="status" className={classes.said}>
        {said}
      </p>
      <div className={classes.actions}>
        <AllowedButton
          {...edit}
          variant="default"
          loading={busy === 'check'}
          onClick={() => run.mutate('check')}
        >
          Comprobar
        </AllowedButton>
        <AllowedButton
          {...edit}
          variant={state === 'needs_reconnect' ? 'filled' : 'default'}
          onClick={onReconnect}
        >
          Reconectar
        </AllowedButton>
        <AllowedButton
          {...edit}
          variant="default"
          loading={busy === 'pause'}
          onClick={() => run.mutate('pause')}
        >
          {paused ? 'Reanudar' : 'Pausar'}
        </AllowedButton>
        <AllowedButton
          {...edit}
          allowed={may('integraciones', 'delete')}
          color="red"
          variant="light"
          loading={busy === 'delete'}
          onClick={() => void remove()}
        >
          Desconectar
        </AllowedButton>
      </div>
    </section>
  );
}

/** What the shop grants and what it does not. */
function Capabilities({ of }: { of: Connection }) {
  const known = capabilitiesOf(of);
  if (known.length === 0) return null;
  return (
    <ul className={classes.capabilities} aria-label="Qué se puede leer de esta tienda">
      {known.map(({ name, label, granted }) => (
        <li key={name} data-missing={!granted || undefined}>
          {granted ? <IconCheck size={14} aria-hidden="true" /> : <IconX size={14} aria-hidden="true" />}{' '}
          {label}
          {granted ? null : <span className="visually-hidden">: sin permiso</span>}
        </li>
      ))}
    </ul>
  );
}
