/** What a screen shows when it broke, or when its part of the application could not be loaded (docs/product.md §8). */
import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { Page } from '../../frame/page.tsx';

/** A chunk that is gone: after a deploy, without a connection, or not within 120 s. */
function isChunkFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === 'ChunkError' ||
    /dynamically imported module|module script|preload CSS/i.test(error.message)
  );
}

export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter();
  const reload = <Button onClick={() => location.reload()}>Recargar</Button>;
  if (isChunkFailure(error)) {
    return (
      <Page title="No pudimos cargar esta pantalla" actions={reload}>
        <p role="alert">
          Puede que haya una versión nueva o que la conexión haya fallado. Tus borradores están a salvo:
          recarga para continuar.
        </p>
      </Page>
    );
  }
  console.error('A screen failed.', error);
  return (
    <Page
      title="Algo falló en esta pantalla"
      actions={
        <>
          {reload}
          <Button variant="default" onClick={() => void router.invalidate()}>
            Reintentar
          </Button>
        </>
      }
    >
      <p role="alert">No perdiste nada de lo que escribiste. Si vuelve a pasar, avísanos desde Soporte.</p>
    </Page>
  );
}
