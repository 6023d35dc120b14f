/** `/maintenance`: a real page for a real setting. It asks now and then whether the work is done. */

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { maintenanceCalls } from '../../../contract/calls/maintenance.ts';
import { call } from '../../api/call.ts';
import { config } from '../../base/client-config.ts';
import { MAINTENANCE_KEY } from '../../base/maintenance.ts';
import { Page } from '../../frame/page.tsx';
import { failureText } from '../../ui/failure-text.ts';
import button from '../../ui/link-button.module.css';

/** Milliseconds. */
const ASK_EVERY = 15_000;

export function MaintenanceScreen() {
  const { name } = config().product;
  useEffect(() => {
    document.title = `Mantenimiento · ${name}`;
  }, [name]);
  const state = useQuery({
    queryKey: [MAINTENANCE_KEY],
    queryFn: ({ signal }) => call(maintenanceCalls.getMaintenance, { signal }),
    refetchInterval: ASK_EVERY,
    staleTime: 0,
  });
  const over = state.data?.on === false;
  return (
    <main>
      <Page
        title={over ? 'El mantenimiento terminó' : 'Estamos en mantenimiento'}
        actions={
          over ? (
            <Link to="/dashboard" className={`${button.link} ${button.primary}`}>
              Ir al Dashboard
            </Link>
          ) : (
            <Button loading={state.isFetching} onClick={() => void state.refetch()}>
              Revisar ahora
            </Button>
          )
        }
      >
        <p role="status">
          {over
            ? `Ya puedes volver a usar ${name}.`
            : (state.data?.message ??
              'Estamos haciendo mejoras y volvemos en unos minutos. Tus borradores están a salvo.')}
        </p>
        {state.error ? <p role="alert">{failureText(state.error)}</p> : null}
      </Page>
    </main>
  );
}
