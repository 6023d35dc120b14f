/** Whether this browser may show notices, asked by a click; where it is blocked, how to undo that. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { config } from '../../base/client-config.ts';
import { askNoticePermission, type NoticePermission, useNoticePermission } from '../../notices/permission.ts';
import { showNotice } from '../../notices/show-notice.ts';
import { toastFailure } from '../../ui/toast.ts';
import classes from './notice-form.module.css';

const TEXTS: Record<NoticePermission, string> = {
  granted: 'Permitidos en este navegador.',
  default: 'Este navegador todavía no muestra avisos.',
  denied: 'Bloqueados por el navegador.',
  unsupported: 'Este navegador no puede mostrar avisos en esta dirección.',
};

export function BrowserPermission() {
  const permission = useNoticePermission();
  const [asking, setAsking] = useState(false);
  const ask = () => {
    setAsking(true);
    askNoticePermission()
      .catch((error: unknown) => toastFailure('El navegador no respondió', error))
      .finally(() => setAsking(false));
  };
  const test = () =>
    void showNotice(
      {
        kind: 'mention',
        title: 'Aviso de prueba',
        body: `Así te avisa ${config().product.name}.`,
        tag: 'test',
        url: '/profile',
      },
      () => undefined,
    ).catch((error: unknown) => toastFailure('El navegador no mostró el aviso', error));
  return (
    <div className={classes.permission} data-state={permission}>
      <div>
        <p role="status">
          <strong>Avisos de escritorio:</strong> {TEXTS[permission]}
        </p>
        {permission === 'denied' ? <HowToUnblock /> : null}
      </div>
      {permission === 'default' ? (
        <Button loading={asking} onClick={ask}>
          Permitir avisos
        </Button>
      ) : null}
      {permission === 'granted' ? (
        <Button variant="default" onClick={test}>
          Probar aviso
        </Button>
      ) : null}
    </div>
  );
}

function HowToUnblock() {
  return (
    <ol className={classes.steps}>
      <li>Pulsa el ícono a la izquierda de la dirección de esta página (un candado o unos controles).</li>
      <li>En «Notificaciones» elige «Permitir».</li>
      <li>
        Si no aparece, abre la configuración del navegador, busca «Notificaciones» y quita {location.host} de
        los sitios bloqueados.
      </li>
    </ol>
  );
}
