/** The files of a message that is still in this browser: how far they got, and the way back. */
import type { OutboxEntry, OutboxFile } from '../../../../workers/hub/surface/outbox-entry.ts';
import { hub } from '../../../hub/hooks.ts';
import { FileTile } from './file-tile.tsx';
import classes from './outgoing-files.module.css';

interface OutgoingFilesProps {
  entry: OutboxEntry;
  files: readonly OutboxFile[];
}

export default function OutgoingFiles({ entry, files }: OutgoingFilesProps) {
  const share = entry.state === 'sending' ? (entry.progress ?? null) : null;
  const percent = Math.round((share ?? 0) * 100);
  return (
    <>
      <ul className={classes.files} aria-label="Archivos">
        {files.map((file) => (
          <li key={file.id}>
            <FileTile file={file} />
          </li>
        ))}
      </ul>
      {share === null ? null : (
        <div className={classes.progress}>
          <progress max={100} value={percent} aria-label="Subida de archivos" />
          <span>{percent} %</span>
        </div>
      )}
      {(entry.state === 'waiting' && !entry.saving) || share !== null ? <Cancel entry={entry} /> : null}
    </>
  );
}

function Cancel({ entry }: { entry: OutboxEntry }) {
  const cancel = () =>
    void hub()
      .cancel(entry.id)
      .catch((error: unknown) => console.warn('It was not stopped.', error));
  return (
    <button type="button" className={classes.cancel} onClick={cancel}>
      Cancelar envío
    </button>
  );
}
