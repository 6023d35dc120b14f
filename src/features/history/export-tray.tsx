/** One's exports in a corner of the screen: how far, cancel, download, what went wrong. */
import { Button, CloseButton, Progress } from '@mantine/core';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Progress.layer.css';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useState } from 'react';
import { sentence } from '../../api/api-error.ts';
import { dateTimeText } from '../../ui/dates.ts';
import { figure } from '../../ui/money.ts';
import { sizeText } from '../../ui/size-text.ts';
import { useWide } from '../../ui/use-wide.ts';
import classes from './export.module.css';
import {
  type ExportSource,
  isUnfinished,
  type TrayJob,
  useDownload,
  useDropExport,
  useExportAgain,
  useExports,
} from './use-exports.ts';

/** What a job says of itself in a line. */
function lineOf(job: TrayJob, what: string): string {
  switch (job.status) {
    case 'waiting':
      return 'Esperando su turno…';
    case 'running':
      return job.rows_total === null
        ? 'Contando…'
        : `${figure(job.rows_done)} de ${figure(job.rows_total)} ${what}`;
    case 'done':
      return `Listo: ${figure(job.rows_done)} ${what} · ${sizeText(job.size ?? 0)}${
        job.expires_at ? ` · hasta el ${dateTimeText(job.expires_at)}` : ''
      }`;
    case 'failed':
      return job.error ?? 'No se pudo terminar.';
    default:
      return 'El archivo ya no está disponible.';
  }
}

export function ExportTray<J extends TrayJob>({ source }: { source: ExportSource<J> }) {
  const jobs = useExports(source);
  const wide = useWide();
  const shown = jobs.data ?? [];
  const busy = shown.some(isUnfinished);
  // On a phone it would cover the list: folded, unless something is under way. What the person chose stays.
  const [chosen, setChosen] = useState<boolean | null>(null);
  if (shown.length === 0) return null;
  const open = chosen ?? (wide || busy);
  return (
    <>
      <aside className={classes.tray} aria-label="Exportaciones">
        <h2>
          <button type="button" aria-expanded={open} onClick={() => setChosen(!open)}>
            Exportaciones ({shown.length})
            <IconChevronDown size={16} aria-hidden="true" />
          </button>
        </h2>
        {open ? (
          <ul>
            {shown.map((job) => (
              <Job key={job.id} job={job} source={source} />
            ))}
          </ul>
        ) : null}
      </aside>
      {/* So that the end of the list can be scrolled from under it. */}
      <div className={classes.room} />
    </>
  );
}

function Job<J extends TrayJob>({ job, source }: { job: J; source: ExportSource<J> }) {
  const drop = useDropExport(source);
  const download = useDownload(source);
  const again = useExportAgain(source);
  const { status } = job;
  const unfinished = isUnfinished(job);
  const percent = job.rows_total ? Math.floor((job.rows_done / job.rows_total) * 100) : 0;
  return (
    <li className={classes.job} data-status={status}>
      <p className={classes.file}>{job.file_name}</p>
      {unfinished ? null : (
        <CloseButton
          size="sm"
          className={classes.drop}
          aria-label={`Quitar ${job.file_name}`}
          disabled={drop.isPending}
          onClick={() => drop.mutate(job)}
        />
      )}
      {unfinished ? (
        <Progress value={percent} aria-label={`Avance de ${job.file_name}`} className={classes.bar} />
      ) : null}
      {/* Heard when it begins and ends, not at every step. */}
      <p
        className={classes.state}
        role={status === 'failed' ? 'alert' : status === 'done' ? 'status' : undefined}
      >
        {lineOf(job, source.what(job))}
      </p>
      {unfinished ? (
        <Button size="compact-sm" variant="default" loading={drop.isPending} onClick={() => drop.mutate(job)}>
          Cancelar
        </Button>
      ) : null}
      {status === 'done' ? (
        <Button size="compact-sm" loading={download.isPending} onClick={() => download.mutate(job)}>
          Descargar
        </Button>
      ) : null}
      {status === 'failed' && source.again ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={again.isPending}
          onClick={() => again.mutate(job, { onSuccess: () => drop.mutate(job) })}
        >
          Reintentar
        </Button>
      ) : null}
      {again.error ? (
        <p className={classes.fault} role="alert">
          {sentence(again.error)}
        </p>
      ) : null}
    </li>
  );
}
