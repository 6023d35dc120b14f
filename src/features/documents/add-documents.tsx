/** Where documents come in: files dropped or chosen, several at once, or the address of a page. */
import { Button, Checkbox, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { documentCalls } from '../../../contract/calls/documents.ts';
import { DOCUMENT_ENDINGS, DOCUMENT_LIMITS } from '../../../contract/rules/documents.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import classes from './documents.module.css';
import { UploadList } from './upload-list.tsx';
import { useUploads } from './uploads.ts';

const shown = (n: number) => n.toLocaleString('es-CL');

export function AddDocuments({ onAdded }: { onAdded: () => void }) {
  const { place } = usePlace();
  const may = useMay();
  const { uploads, add, remove } = useUploads(place.bot.id, onAdded);
  const [live, setLive] = useState(true);
  const allowed = may('skill_base', 'upload');
  return (
    <section className={classes.add} aria-labelledby="agregar">
      <h2 id="agregar" className="visually-hidden">
        Agregar documentos
      </h2>
      <DropZone
        legend="Subir archivos"
        icon={<IconUpload size={26} aria-hidden="true" />}
        label="Archivos"
        accept={DOCUMENT_ENDINGS.join(',')}
        multiple
        limits={
          <>
            pdf, docx, xlsx, csv, html o txt de hasta {DOCUMENT_LIMITS.fileBytes / 1_000_000} MB,{' '}
            {DOCUMENT_LIMITS.pages} páginas o {shown(DOCUMENT_LIMITS.rows)} filas. Hasta{' '}
            {DOCUMENT_LIMITS.documents} documentos y {shown(DOCUMENT_LIMITS.passages)} fragmentos por chatbot.
            Los escaneados sin texto no se pueden leer.
          </>
        }
        onFiles={(files) => {
          if (allowed) add(files, live);
        }}
      >
        {(choose) => (
          <>
            <p>Arrastra archivos hasta aquí, o</p>
            <AllowedButton allowed={allowed} onClick={choose}>
              Elegir archivos
            </AllowedButton>
          </>
        )}
      </DropZone>
      <UrlForm live={live} onAdded={onAdded} />
      <Checkbox
        checked={live}
        onChange={(event) => setLive(event.currentTarget.checked)}
        label="Usar con los clientes apenas se lea"
        description="Sin marcar, responde solo en la vista previa hasta que lo actives."
      />
      <UploadList uploads={uploads} onRemove={remove} />
    </section>
  );
}

function UrlForm({ live, onAdded }: { live: boolean; onAdded: () => void }) {
  const { place } = usePlace();
  const may = useMay();
  const [url, setUrl] = useState('');
  const add = useMutation({
    mutationFn: () => call(documentCalls.addDocumentUrl, { body: { bot_id: place.bot.id, url, live } }),
    onSuccess: () => {
      setUrl('');
      onAdded();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (url.trim() !== '') add.mutate();
  };
  return (
    <form className={classes.url} onSubmit={submit}>
      <TextInput
        label="Página web"
        placeholder="https://www.tutienda.cl/cambios"
        value={url}
        maxLength={1000}
        inputMode="url"
        error={add.error ? (fieldErrors(add.error)['url'] ?? sentence(add.error)) : null}
        onChange={(event) => {
          setUrl(event.currentTarget.value);
          add.reset();
        }}
      />
      {may('skill_base', 'add') ? (
        <Button type="submit" variant="default" loading={add.isPending} disabled={url.trim() === ''}>
          Agregar página
        </Button>
      ) : (
        <AllowedButton allowed={false}>Agregar página</AllowedButton>
      )}
    </form>
  );
}
