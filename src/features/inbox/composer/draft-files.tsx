/** The files beside a draft: seen before anything is sent, and taken off again. */
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useEffect } from 'react';
import { fileFault } from '../../../../contract/rules/channel-files.ts';
import type { Channel } from '../../../../contract/states.ts';
import type { WorkFile } from '../../../../workers/hub/surface/outbox-entry.ts';
import classes from './draft-files.module.css';
import { FileTile } from './file-tile.tsx';

interface DraftFilesProps {
  files: readonly WorkFile[];
  /** By which they leave; null: by none, they are a note's. */
  way: Channel | null;
  /** Hears why the first that can't leave here can't; null: all can. */
  onFault: (fault: string | null) => void;
  onRemove: (file: WorkFile) => void;
}

export default function DraftFiles({ files, way, onFault, onRemove }: DraftFilesProps) {
  const judged = files.map((file) => ({ file, fault: way === null ? null : fileFault(way, file) }));
  const first = judged.find(({ fault }) => fault !== null)?.fault ?? null;
  useEffect(() => {
    onFault(first);
    return () => onFault(null);
  }, [first, onFault]);
  return (
    <ul className={classes.files} aria-label="Archivos adjuntos">
      {judged.map(({ file, fault }) => (
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
      ))}
    </ul>
  );
}
