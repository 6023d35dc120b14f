import { ActionIcon, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import classes from './documents.module.css';
import type { Upload } from './uploads.ts';

/** Files on their way and those that were refused, each with its own word. */
export function UploadList({ uploads, onRemove }: { uploads: Upload[]; onRemove: (key: number) => void }) {
  if (uploads.length === 0) return null;
  return (
    <ul className={classes.uploads} aria-label="Archivos por subir">
      {uploads.map(({ key, name, share, error }) => (
        <li key={key} data-error={error !== null || undefined}>
          <div>
            <p className={classes.name}>{name}</p>
            {error === null ? (
              <p>{share === null ? 'En espera' : `Subiendo… ${Math.round(share * 100)} %`}</p>
            ) : (
              <p role="alert">{error}</p>
            )}
            {error === null ? (
              <Progress value={(share ?? 0) * 100} size="sm" aria-label={`Subida de ${name}`} />
            ) : null}
          </div>
          <ActionIcon
            aria-label={error === null ? `Cancelar la subida de ${name}` : `Quitar el aviso de ${name}`}
            onClick={() => onRemove(key)}
          >
            <IconX size={17} aria-hidden="true" />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
