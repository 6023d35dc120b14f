/** `/settings`, for internal accounts: the flags of any bot, and the maintenance of the installation. */

import { Button, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { backendOf } from '../../../contract/backends.ts';
import { settingsCalls } from '../../../contract/calls/settings.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { serviceBases } from '../../api/service-bases.ts';
import button from '../../ui/link-button.module.css';
import { Empty, LoadError, LoadRows } from '../../ui/load-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Screen, Section } from '../../ui/screen.tsx';
import { BusinessTypes } from './business-types.tsx';
import { FlagRow } from './flag-row.tsx';
import { MaintenanceForm } from './maintenance-form.tsx';
import { PageVideos } from './page-videos.tsx';
import { ParkedHooks } from './parked-hooks.tsx';
import classes from './settings.module.css';
import { SETTINGS_BOTS } from './settings-key.ts';

export function SettingsScreen() {
  return (
    <Screen
      title="Configuración"
      lead="Solo para cuentas internas."
      actions={
        <Link to="/settings/planes" className={button.link}>
          Planes y cobros
        </Link>
      }
    >
      <Section
        id="maintenance"
        title="Mantenimiento"
        lead="Mientras está activo, solo las cuentas internas pueden trabajar."
      >
        <MaintenanceForm />
      </Section>
      <Section
        id="flags"
        title="Funciones por chatbot"
        lead="Lo que no se cambió a mano sigue el valor de siempre para el número del chatbot."
      >
        <Flags />
      </Section>
      <Section
        id="business-types"
        title="Tipos de negocio"
        lead="Los que se ofrecen al crear o editar un chatbot."
      >
        <BusinessTypes />
      </Section>
      <Section
        id="videos"
        title="Videos de los tutoriales"
        lead="La dirección del reproductor, la que va en un iframe."
      >
        <PageVideos />
      </Section>
      <Section
        id="parked"
        title="Avisos detenidos"
        lead="Webhooks de los canales que no se pudieron procesar, de todos los chatbots."
      >
        <ParkedHooks />
      </Section>
      <Section id="backend" title="Entorno" lead="Lo decide la dirección de esta página.">
        <BackendFacts />
      </Section>
    </Screen>
  );
}

const BACKEND_NAMES = { qa: 'QA', production: 'Producción' } as const;

/** Which backend this page talks to, and where its conversations come from. */
function BackendFacts() {
  const { name, fixedId } = backendOf(location.origin);
  return (
    <dl className={classes.facts}>
      <dt>Backend</dt>
      <dd>{BACKEND_NAMES[name]}</dd>
      <dt>Id fijo</dt>
      <dd>{fixedId}</dd>
      <dt>Servicio de conversaciones</dt>
      <dd>{new URL(serviceBases().conversations, location.origin).href}</dd>
    </dl>
  );
}

function Flags() {
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const search = useDeferredValue(typed.trim());
  const bots = useQuery({
    queryKey: [SETTINGS_BOTS, search, page],
    queryFn: ({ signal }) =>
      call(settingsCalls.settingsBots, { query: { page, ...(search === '' ? {} : { search }) }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <TextInput
        label="Buscar chatbot"
        placeholder="Nombre o número"
        maw={320}
        mb="md"
        value={typed}
        maxLength={80}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setPage(1);
        }}
      />
      {bots.isPending ? <LoadRows label="Cargando chatbots…" rows={5} /> : null}
      {bots.error && !bots.data ? (
        <LoadError message={sentence(bots.error)} onRetry={() => void bots.refetch()} />
      ) : null}
      {bots.data?.bots.length === 0 ? (
        <Empty
          title="Ningún chatbot coincide"
          next={
            <Button variant="default" onClick={() => setTyped('')}>
              Ver todos los chatbots
            </Button>
          }
        />
      ) : null}
      {bots.data ? (
        <>
          <ul className={classes.bots} aria-busy={bots.isPlaceholderData}>
            {bots.data.bots.map((bot) => (
              <FlagRow key={bot.id} bot={bot} />
            ))}
          </ul>
          <Pager label="Páginas de chatbots" page={bots.data.page} pages={bots.data.pages} onPage={setPage} />
        </>
      ) : null}
    </>
  );
}
