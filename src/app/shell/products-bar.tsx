/** A bot's products on their way into its assistant (docs/product.md §4 'Product upload', §9), on every screen. */
import { Button, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import type { ProductUpload } from '../../../machines/product-upload/moves.ts';
import { hub } from '../../hub/hooks.ts';
import { toastFailure } from '../../ui/toast.ts';
import classes from './products-bar.module.css';

export default function ProductsBar({ botId, upload }: { botId: number; upload: ProductUpload }) {
  const { state, progress } = upload;
  const acknowledge = () =>
    void hub()
      .acknowledgeProducts(botId)
      .catch((error: unknown) => toastFailure('No se pudo cerrar', error));
  if (state === 'loaded') {
    return (
      <div role="status" className={classes.bar}>
        <strong>Productos cargados</strong>
        <Button size="compact-sm" variant="default" onClick={acknowledge}>
          Entendido
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.bar}>
      <span id="products-bar">
        {state === 'training'
          ? 'Entrenando el asistente con tus productos…'
          : `Cargando productos: ${progress} %`}
      </span>
      <Progress.Root className={classes.progress}>
        <Progress.Section value={progress} aria-labelledby="products-bar" />
      </Progress.Root>
    </div>
  );
}
