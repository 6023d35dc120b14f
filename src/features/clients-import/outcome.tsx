/** What a check would do, or what a run did: numbers, the refused rows, the next step. */
import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { LeadImport } from '../../../contract/calls/imports.ts';
import { ask } from '../../ui/dialogs/dialogs.ts';
import { figure } from '../../ui/money.ts';
import { Section } from '../../ui/screen.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from './clients-import.module.css';
import { useImportStep, useRefusedFile } from './import-queries.ts';
import { differs, mayUndo } from './import-view.ts';
import { MapColumns } from './map-columns.tsx';
import { ReportFigures } from './report-figures.tsx';

const TITLES: Partial<Record<LeadImport['state'], { title: string; lead: string }>> = {
  checked: { title: 'Esto pasaría', lead: 'Aún no cambió nada. Si te calza, importa.' },
  done: { title: 'Importación terminada', lead: 'Esto es lo que cambió.' },
  cancelled: { title: 'Importación cancelada', lead: 'Esto alcanzó a cambiar antes de cancelar.' },
  undone: { title: 'Importación deshecha', lead: 'Así quedó después de deshacer.' },
};

export function ImportOutcome({ file }: { file: LeadImport }) {
  const [remapping, setRemapping] = useState(false);
  const step = useImportStep(file);
  const refused = useRefusedFile(file);
  const now = useNow();
  const { state, report, checked } = file;
  if (remapping && state === 'checked') return <MapColumns file={file} onDone={() => setRemapping(false)} />;
  const texts = TITLES[state] ?? { title: 'Importación', lead: '' };
  const writes = report.created + report.updated;
  const undo = async () => {
    const yes = await ask({
      title: '¿Deshacer esta importación?',
      text: `Se quitan los clientes que creó y vuelven a como estaban los que cambió, con sus consentimientos. Lo que alguien haya tocado desde entonces queda como está.`,
      confirm: 'Deshacer',
      danger: true,
    });
    if (yes) step.mutate('undo');
  };
  return (
    <Section id="resultado" title={texts.title} lead={texts.lead}>
      <div className={classes.busy}>
        <ReportFigures report={report} />
        {state === 'undone' ? (
          <p role="status">
            Se deshizo en {figure(report.undone ?? 0)} {report.undone === 1 ? 'cliente' : 'clientes'}.
            {report.kept
              ? ` ${figure(report.kept)} ${report.kept === 1 ? 'quedó como está porque alguien lo tocó' : 'quedaron como están porque alguien los tocó'}.`
              : ''}
          </p>
        ) : null}
        {state === 'done' && differs(report, checked) ? (
          <p role="status" className={classes.note}>
            Los números no son los de la revisión: algo cambió entre medio.
          </p>
        ) : null}
        <div className={classes.actions}>
          {state === 'checked' ? (
            <>
              <Button loading={step.isPending} disabled={writes === 0} onClick={() => step.mutate('run')}>
                {writes === 0
                  ? 'No hay nada que importar'
                  : `Importar ${figure(writes)} ${writes === 1 ? 'cliente' : 'clientes'}`}
              </Button>
              <Button variant="default" onClick={() => setRemapping(true)}>
                Cambiar las columnas
              </Button>
            </>
          ) : null}
          {report.refused > 0 ? (
            <Button
              variant="default"
              leftSection={<IconDownload size={17} aria-hidden="true" />}
              loading={refused.isPending}
              onClick={() => refused.mutate()}
            >
              Bajar las filas rechazadas
            </Button>
          ) : null}
          {mayUndo(file, now) ? (
            <Button variant="default" color="red" loading={step.isPending} onClick={() => void undo()}>
              Deshacer
            </Button>
          ) : null}
          {state === 'checked' ? null : <Link to="/clients/import">Importar otro archivo</Link>}
        </div>
      </div>
    </Section>
  );
}
