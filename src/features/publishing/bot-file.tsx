/** The whole bot out to a file and in from one: what it would change is shown first; customers keep what is published. */
import { Button, FileInput, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import { assistantCalls } from '../../../contract/calls/assistants.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { ApiError, sentence } from '../../api/api-error.ts';
import { type CallAnswer, call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { showError } from '../../ui/dialogs/dialogs.ts';
import { saveFile } from '../../ui/save-file.ts';
import { Section } from '../../ui/screen.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { DifferenceList } from './difference-list.tsx';
import { useDraftEdited } from './draft-queries.ts';
import { counted, faultsText } from './draft-words.ts';
import { FaultList } from './fault-list.tsx';
import classes from './versions.module.css';
import { WatsonImport } from './watson-import.tsx';

export default function BotFile({ botId }: { botId: number }) {
  return (
    <>
      <Export botId={botId} />
      <Import botId={botId} />
      <WatsonImport botId={botId} />
    </>
  );
}

function Export({ botId }: { botId: number }) {
  const may = useMay();
  const { place } = usePlace();
  const [of, setOf] = useState<'draft' | 'published'>('draft');
  const download = useMutation({
    mutationFn: () => call(assistantCalls.exportSkillBase, { params: { botId }, query: { of } }),
    onSuccess: (file) => {
      const name = place.bot.bot_name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/gu, '');
      saveFile(
        `chatbot-${name || botId}-${file.exported_at.slice(0, 10)}.json`,
        JSON.stringify(file, null, 2),
        'application/json',
      );
    },
    onError: (error) => void showError('No pudimos exportar el chatbot', sentence(error)),
  });
  return (
    <Section
      id="exportar"
      title="Exportar"
      lead="Todo lo que el chatbot dice y entiende, con sus frases de prueba, en un archivo. Sirve para otro chatbot o como respaldo."
    >
      <div className={classes.file}>
        <NativeSelect
          label="Qué exportar"
          value={of}
          onChange={(event) => setOf(event.currentTarget.value === 'published' ? 'published' : 'draft')}
          data={[
            { value: 'draft', label: 'El borrador' },
            { value: 'published', label: 'Lo publicado' },
          ]}
        />
        <AllowedButton
          allowed={may('skill_base', 'export')}
          why={TEXTS.noActionPermission}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Descargar archivo
        </AllowedButton>
      </div>
    </Section>
  );
}

type Checked = CallAnswer<(typeof assistantCalls)['uploadSkillBase']>;

const MEGABYTE = 1_000_000;

function Import({ botId }: { botId: number }) {
  const may = useMay();
  const edited = useDraftEdited();
  const [file, setFile] = useState<File | null>(null);
  const upload = (more: { check?: boolean; revision?: number }) =>
    call(assistantCalls.uploadSkillBase, { body: { bot_id: botId, ...more }, file });
  const check = useMutation({ mutationFn: () => upload({ check: true }) });
  const take = useMutation({
    mutationFn: ({ revision }: Checked) => upload({ revision }),
    onSuccess: async ({ revision }) => {
      setFile(null);
      check.reset();
      await edited(revision);
      toastSuccess('Chatbot importado al borrador');
    },
    onError: () => edited(),
  });
  const choose = (chosen: File | null) => {
    setFile(chosen);
    check.reset();
    take.reset();
  };
  const large = file !== null && file.size > BOT_LIMITS.skillFileBytes;
  const failure = take.error ?? check.error;
  return (
    <Section
      id="importar"
      title="Importar"
      lead="Reemplaza el borrador por lo que trae el archivo. Lo publicado no cambia hasta que publiques."
    >
      <div className={classes.file}>
        <FileInput
          label="Archivo exportado desde aquí"
          placeholder="Elegir archivo…"
          accept="application/json,.json"
          value={file}
          onChange={choose}
          clearable
          clearButtonProps={{ 'aria-label': 'Quitar el archivo' }}
          error={
            large ? `El archivo puede pesar hasta ${BOT_LIMITS.skillFileBytes / MEGABYTE} MB.` : undefined
          }
          disabled={!may('skill_base', 'upload')}
          w={340}
        />
        {failure ? <Refusal error={failure} /> : null}
        {check.data ? <Report botId={botId} checked={check.data} /> : null}
        {check.data ? (
          <Button loading={take.isPending} onClick={() => take.mutate(check.data)}>
            Reemplazar el borrador
          </Button>
        ) : (
          <AllowedButton
            allowed={may('skill_base', 'upload')}
            why={TEXTS.noActionPermission}
            variant="default"
            disabled={file === null || large}
            loading={check.isPending}
            onClick={() => check.mutate()}
          >
            Revisar el archivo
          </AllowedButton>
        )}
      </div>
    </Section>
  );
}

function Refusal({ error }: { error: unknown }) {
  const problems: unknown = error instanceof ApiError ? error.details['problems'] : null;
  return (
    <div role="alert" className={classes.alert}>
      <p>{sentence(error)}</p>
      {Array.isArray(problems) && problems.length > 1 ? (
        <ul>
          {problems.map((problem) => (
            <li key={String(problem)}>{String(problem)}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function Report({ botId, checked }: { botId: number; checked: Checked }) {
  const { report, name, test_phrases, faults, differences } = checked;
  const found = faultsText(faults);
  return (
    <div role="status">
      <p>
        <strong>{name || 'El archivo'}</strong>: {counted(report.nodes, 'interacción', 'interacciones')},{' '}
        {counted(report.intents, 'intención', 'intenciones')} con{' '}
        {counted(report.examples, 'frase', 'frases')}, {counted(report.entities, 'entidad', 'entidades')},{' '}
        {counted(test_phrases, 'frase de prueba', 'frases de prueba')}.
      </p>
      {found ? (
        <details>
          <summary>{found} por revisar antes de publicar</summary>
          <FaultList botId={botId} faults={faults} />
        </details>
      ) : null}
      <details>
        <summary>Cambia {counted(differences.length, 'cosa', 'cosas')} del borrador</summary>
        <DifferenceList
          differences={differences}
          none="Es igual al borrador"
          next={{ none: 'another file is chosen above' }}
        />
      </details>
    </div>
  );
}
