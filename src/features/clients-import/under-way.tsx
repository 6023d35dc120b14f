/** A check, run or undo that is under way: how far, and its end by hand. */
import { Button, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import type { LeadImport } from '../../../contract/calls/imports.ts';
import { ask } from '../../ui/dialogs/dialogs.ts';
import { Section } from '../../ui/screen.tsx';
import classes from './clients-import.module.css';
import { useImportStep } from './import-queries.ts';
import { stateText } from './import-view.ts';
import { ReportFigures } from './report-figures.tsx';

const TEXTS_OF = {
  checking: {
    title: 'Revisando el archivo',
    lead: 'Leemos cada fila como en la importación, sin cambiar nada.',
  },
  running: {
    title: 'Importando',
    lead: 'Puedes cerrar esta página: sigue sola y aquí verás cómo va.',
  },
  undoing: {
    title: 'Deshaciendo la importación',
    lead: 'Vuelve a como estaba lo que nadie ha cambiado desde entonces.',
  },
} as const;

export function UnderWay({ file }: { file: LeadImport }) {
  const step = useImportStep(file);
  const { state } = file;
  const what = state === 'checking' || state === 'running' ? state : 'undoing';
  const { title, lead } = TEXTS_OF[what];
  const cancel = async () => {
    const yes = await ask({
      title: what === 'running' ? '¿Cancelar la importación?' : '¿Cancelar la revisión?',
      text:
        what === 'running'
          ? 'Lo que ya se importó queda, y después lo puedes deshacer.'
          : 'Para importar este archivo tendrás que subirlo de nuevo.',
      confirm: what === 'running' ? 'Cancelar la importación' : 'Cancelar la revisión',
      cancel: 'Seguir',
      danger: true,
    });
    if (yes) step.mutate('cancel');
  };
  return (
    <Section id="avance" title={title} lead={lead}>
      <div className={classes.busy}>
        <p role="status">{stateText(file)}</p>
        <Progress value={file.progress} aria-label={title} size="lg" />
        {what === 'undoing' ? null : (
          <>
            <ReportFigures report={file.report} />
            <Button variant="default" loading={step.isPending} onClick={() => void cancel()}>
              Cancelar
            </Button>
          </>
        )}
      </div>
    </Section>
  );
}
