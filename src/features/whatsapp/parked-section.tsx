/** What came in and could not be applied: read as it came, tried again, or put away. Nothing shows while there is none. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { channelCalls } from '../../../contract/calls/channels.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { dateTimeText } from '../../ui/dates.ts';
import { ask, showError } from '../../ui/dialogs/dialogs.ts';
import { LoadError } from '../../ui/load-state.tsx';
import marked from '../../ui/marked-title.module.css';
import { Section } from '../../ui/screen.tsx';
import { useConnectionsAgain } from '../connections/connection-queries.ts';
import classes from './whatsapp.module.css';
import { useParked } from './whatsapp-queries.ts';

type Parked = NonNullable<ReturnType<typeof useParked>['data']>[number];

const KINDS: Record<string, string> = {
  message: 'Mensaje de un cliente',
  echo: 'Mensaje desde la app',
  reaction: 'Reacción',
  edit: 'Edición de un mensaje',
  revoke: 'Eliminación de un mensaje',
  status: 'Estado de un envío',
  template: 'Cambio de una plantilla',
  preference: 'Preferencia de un cliente',
  account: 'Aviso de la cuenta',
  unknown: 'Aviso que no se pudo leer',
};

export function ParkedSection() {
  const { place } = usePlace();
  const may = useMay();
  const reads = may('integraciones', 'read');
  const parked = useParked(place.bot.id, reads);
  if (!reads || parked.isPending || (parked.data && parked.data.length === 0)) return null;
  return (
    <Section
      id="detenidos"
      title="Avisos detenidos"
      lead="Llegaron de tus canales y no pudimos procesarlos, ni al intentarlo de nuevo. Nada más se detuvo por ellos."
    >
      {parked.error && !parked.data ? (
        <LoadError message={sentence(parked.error)} onRetry={() => void parked.refetch()} />
      ) : null}
      <ul className={classes.list} aria-label="Avisos detenidos">
        {parked.data?.map((one) => (
          <Row key={one.id} of={one} />
        ))}
      </ul>
    </Section>
  );
}

function Row({ of: { id, kind, error, attempts, received_at, content, raw } }: { of: Parked }) {
  const may = useMay();
  const askAgain = useConnectionsAgain();
  const [open, setOpen] = useState(false);
  const run = useMutation({
    mutationFn: async (action: 'replay' | 'discard') => {
      if (action === 'replay') await call(channelCalls.replayParkedHook, { params: { id } });
      else await call(channelCalls.discardParkedHook, { params: { id } });
    },
    onSuccess: () => askAgain(),
    onError: (failure) => {
      void showError('No pudimos hacerlo', sentence(failure));
      void askAgain();
    },
  });
  const discard = async () => {
    const yes = await ask({
      title: '¿Descartar este aviso?',
      text: 'No se aplicará a ninguna conversación.',
      confirm: 'Descartar',
      danger: true,
    });
    if (yes) run.mutate('discard');
  };
  const edits = may('integraciones', 'edit');
  const name = KINDS[kind] ?? kind;
  return (
    <li className={classes.item}>
      <p className={marked.title}>
        <strong>{name}</strong>
        <span data-tone="bad">{attempts === 1 ? '1 intento' : `${attempts} intentos`}</span>
      </p>
      <p className={classes.small}>Recibido el {dateTimeText(received_at)}</p>
      {error ? <p className={classes.error}>{error}</p> : null}
      <div className={classes.actions}>
        <AllowedButton allowed variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Ocultar contenido' : 'Ver contenido'}
        </AllowedButton>
        <AllowedButton
          allowed={edits}
          why={TEXTS.noActionPermission}
          variant="default"
          loading={run.isPending && run.variables === 'replay'}
          onClick={() => run.mutate('replay')}
        >
          Procesar de nuevo
        </AllowedButton>
        <AllowedButton
          allowed={edits}
          why={TEXTS.noActionPermission}
          color="red"
          variant="light"
          loading={run.isPending && run.variables === 'discard'}
          onClick={() => void discard()}
        >
          Descartar
        </AllowedButton>
      </div>
      {open ? (
        <textarea
          className={classes.raw}
          readOnly
          rows={12}
          aria-label={`Contenido de: ${name}`}
          value={raw ?? JSON.stringify(content, null, 2)}
        />
      ) : null}
    </li>
  );
}
