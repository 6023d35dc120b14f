/** The secret with which a site signs who its users are: made, shown once, rotated, ended. */
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type WidgetIdentity, widgetCalls } from '../../../contract/calls/widget.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../bot/place-context.ts';
import { CopyCode } from '../../ui/copy-code.tsx';
import { dateTimeText } from '../../ui/dates.ts';
import { ask } from '../../ui/dialogs/dialogs.ts';
import { failureText } from '../../ui/failure-text.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Section } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import classes from './bots.module.css';

const SIGNS = `// Node.js, en tu servidor: nunca en la página.
const hash = crypto.createHmac('sha256', SECRETO).update(String(usuario.id)).digest('hex');

// En la página, después del código del chat:
Charla('identify', { id: usuario.id, hash, name: usuario.nombre, email: usuario.correo });
// Al cerrar sesión:
Charla('identify', null);`;

export function SiteUsers({ botId }: { botId: number }) {
  const mayEdit = useMay()('chatbot', 'edit');
  return (
    <Section
      id="site-users"
      title="Clientes con cuenta en tu sitio"
      lead="Tu servidor firma quién inició sesión. Con la firma, cada cliente ve su propia conversación en cualquier dispositivo; sin ella, nadie."
    >
      {mayEdit ? (
        <Known botId={botId} />
      ) : (
        <p className={classes.quiet}>Tu rol no permite ver ni cambiar el secreto de identidad.</p>
      )}
    </Section>
  );
}

function Known({ botId }: { botId: number }) {
  const key = ['widget-identity', botId] as const;
  const found = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(widgetCalls.widgetIdentity, { params: { botId }, signal }),
    staleTime: 5_000,
  });
  if (found.data) return <Secrets botId={botId} identity={found.data} />;
  if (found.error) return <LoadError message={sentence(found.error)} onRetry={() => void found.refetch()} />;
  return <LoadRows label="Cargando la identidad…" rows={3} />;
}

function Secrets({ botId, identity }: { botId: number; identity: WidgetIdentity }) {
  const queries = useQueryClient();
  const key = ['widget-identity', botId] as const;
  /** Shown once: it is kept nowhere but here. */
  const [secret, setSecret] = useState<string | null>(null);
  const [present, previous] = identity.secrets;
  const renew = useMutation({
    mutationFn: () =>
      call(widgetCalls.newWidgetSecret, { params: { botId }, body: { seen: present?.id ?? null } }),
    onSuccess: ({ secret: text, ...now }) => {
      setSecret(text);
      queries.setQueryData(key, now);
    },
    // A colleague's is in the list then.
    onError: () => void queries.invalidateQueries({ queryKey: key }),
  });
  const end = useMutation({
    mutationFn: (which: 'previous' | 'all') =>
      call(widgetCalls.endWidgetSecrets, { params: { botId }, body: { which } }),
    onSuccess: (now) => {
      setSecret(null);
      queries.setQueryData(key, now);
      toastSuccess('Secreto eliminado');
    },
  });
  const rotate = async () => {
    const sure =
      present === undefined ||
      (await ask({
        title: '¿Crear otro secreto?',
        text: 'El actual sigue valiendo 7 días, para que cambies tu servidor sin que nadie lo note. Si había uno anterior, termina ahora.',
        confirm: 'Crear otro',
      }));
    if (sure) renew.mutate();
  };
  const stop = async (which: 'previous' | 'all') => {
    const sure = await ask({
      title:
        which === 'all'
          ? '¿Dejar de reconocer a los clientes de tu sitio?'
          : '¿Terminar el secreto anterior?',
      text:
        which === 'all'
          ? 'Las firmas dejan de valer ahora mismo y todos conversan como desconocidos. Sus conversaciones se conservan.'
          : 'Lo que se firmó con él deja de valer ahora mismo.',
      confirm: which === 'all' ? 'Dejar de reconocer' : 'Terminar',
      danger: true,
    });
    if (sure) end.mutate(which);
  };
  const fault = renew.error ?? end.error;
  return (
    <div className={classes.form}>
      {present ? (
        <p>
          Secreto creado el {dateTimeText(present.created_at)}.{' '}
          {present.last_used_at
            ? `Se usó por última vez el ${dateTimeText(present.last_used_at)}.`
            : 'Todavía no se ha usado.'}
          {previous?.ends_at ? ` El anterior vale hasta el ${dateTimeText(previous.ends_at)}.` : ''}
        </p>
      ) : (
        <p>Todavía no hay un secreto: el chat no reconoce a los clientes que inician sesión en tu sitio.</p>
      )}
      {identity.refused > 0 && identity.refused_at ? (
        <p>
          Firmas rechazadas: {identity.refused.toLocaleString('es-CL')}, la última el{' '}
          {dateTimeText(identity.refused_at)}. Si acabas de instalarlo, revisa el secreto y el id que firmas.
        </p>
      ) : null}
      {secret ? (
        <div role="status" className={classes.form}>
          <p>
            <strong>Cópialo ahora: no se vuelve a mostrar.</strong> Guárdalo en tu servidor, nunca en la
            página.
          </p>
          <CopyCode code={secret} label="Secreto de identidad" what="secreto" />
        </div>
      ) : null}
      {fault ? <p role="alert">{failureText(fault)}</p> : null}
      <div className={classes.buttons}>
        <Button loading={renew.isPending} onClick={() => void rotate()}>
          {present ? 'Crear otro secreto' : 'Crear secreto'}
        </Button>
        {previous ? (
          <Button variant="default" loading={end.isPending} onClick={() => void stop('previous')}>
            Terminar el anterior
          </Button>
        ) : null}
        {present ? (
          <Button variant="default" loading={end.isPending} onClick={() => void stop('all')}>
            Dejar de reconocer
          </Button>
        ) : null}
      </div>
      <CopyCode code={SIGNS} label="Cómo firmar" />
    </div>
  );
}
