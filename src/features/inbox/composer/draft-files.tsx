/** The files beside a draft: seen before anything is sent, and taken off again. */
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { WorkFile } from '../../../../workers/hub/surface/outbox-entry.ts';
import classes from './draft-files.module.css';
import { FileTile } from './file-tile.tsx';

interface DraftFilesProps {
  files: readonly WorkFile[];
  /** Why one can't leave here; null: it can. */
  faultOf: (file: WorkFile) => string | null;
  onRemove: (file: WorkFile) => void;
}

export default function DraftFiles({ files, faultOf, onRemove }: DraftFilesProps) {
  return (
    <ul className={classes.files} aria-label="Archivos adjuntos">
      {files.map((file) => {
        const fault = faultOf(file);
        return (
          <li key={file.id} data-fault={fault !== null || undefined}>
            <FileTile file={file} />
            <button type="button" aria-label={`Quitar ${file.name}`} onClick={() => onRemove(file)}>
              <IconX size={16} aria-hidden="true" />
            </button>
            {fault === null ? null : (
              <p role="alert" className={classes.fault}>
                {fault}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
