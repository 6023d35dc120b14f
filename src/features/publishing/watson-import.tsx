/**
 * A workspace of Watson Assistant into the draft, in either of its export formats, with what could not be
 * taken over: those who come from there see what is theirs to finish.
 */
import { Checkbox, FileInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import { assistantCalls } from '../../../contract/calls/assistants.ts';
import type { ImportReport } from '../../../contract/entities/assistant.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { Section } from '../../ui/screen.tsx';
import { assistantKey, ownAssistant } from './assistant-queries.ts';
import { useDraftEdited } from './draft-queries.ts';
import { counted } from './draft-words.ts';
import { EditLink } from './edit-link.tsx';
import classes from './versions.module.css';

const MEGABYTE = 1_000_000;

export function WatsonImport({ botId }: { botId: number }) {
  const may = useMay();
  const edited = useDraftEdited();
  const queries = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [replace, setReplace] = useState(false);
  const take = useMutation({
    mutationFn: async () => {
      const { id } = await ownAssistant(botId);
      return call(assistantCalls.generateFromWatson, { params: { id }, body: { replace }, file });
    },
    onSuccess: ({ revision }) => {
      setFile(null);
      return edited(revision);
    },
    // The assistant may have been made before the rest failed.
    onSettled: () => queries.invalidateQueries({ queryKey: assistantKey(botId) }),
  });
  const large = file !== null && file.size > BOT_LIMITS.skillFileBytes;
  const allowed = may('skill_base', 'edit');
  return (
    <Section
      id="watson"
      title="Traer desde Watson Assistant"
      lead="Agrega al borrador las interacciones, intenciones y entidades de un espacio de trabajo exportado. Lo publicado no cambia hasta que publiques."
    >
      <div className={classes.file}>
        <FileInput
          label="Archivo exportado desde Watson"
          placeholder="Elegir archivo…"
          accept="application/json,.json"
          value={file}
          onChange={(chosen) => {
            setFile(chosen);
            take.reset();
          }}
          clearable
          clearButtonProps={{ 'aria-label': 'Quitar el archivo de Watson' }}
          error={
            large ? `El archivo puede pesar hasta ${BOT_LIMITS.skillFileBytes / MEGABYTE} MB.` : undefined
          }
          disabled={!allowed}
          w={340}
        />
        <Checkbox
          label="Quitar antes mis interacciones personalizadas"
          description="Las de la plantilla se conservan."
          checked={replace}
          disabled={!allowed}
          onChange={(event) => setReplace(event.currentTarget.checked)}
        />
        {take.error ? (
          <p role="alert" className={classes.alert}>
            {sentence(take.error)}
          </p>
        ) : null}
        {take.data ? <Report report={take.data.report} /> : null}
        <AllowedButton
          allowed={allowed}
          why={TEXTS.noActionPermission}
          variant="default"
          disabled={file === null || large}
          loading={take.isPending}
          onClick={() => take.mutate()}
        >
          Traer al borrador
        </AllowedButton>
      </div>
    </Section>
  );
}

function Report({ report }: { report: ImportReport }) {
  const { nodes, intents, examples, entities, left_out } = report;
  return (
    <div role="status">
      <p>
        <strong>Está en el borrador</strong>: {counted(nodes, 'interacción', 'interacciones')},{' '}
        {counted(intents, 'intención', 'intenciones')} con {counted(examples, 'frase', 'frases')} y{' '}
        {counted(entities, 'entidad', 'entidades')}.
      </p>
      {left_out.length > 0 ? (
        <details open>
          <summary>
            {counted(
              left_out.length,
              'cosa no se pudo traer tal cual',
              'cosas no se pudieron traer tal cual',
            )}
          </summary>
          <ul>
            {left_out.map(({ what, reason, node_id }) => (
              <li key={`${node_id} ${what} ${reason}`}>
                <EditLink
                  place={
                    node_id === null
                      ? null
                      : { to: '/dashboard/chatbot/preguntas', search: { node: node_id } }
                  }
                >
                  {what}
                </EditLink>
                : {reason}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  );
}
