/** Where the file comes in: dropped or chosen, with how far its upload is. */
import { Button, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import IconFileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs';
import { useEffect, useRef, useState } from 'react';
import { importCalls, type LeadImport } from '../../../contract/calls/imports.ts';
import { IMPORT_LIMITS } from '../../../contract/rules/imports.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import { figure } from '../../ui/money.ts';
import { sizeText, tooLargeText } from '../../ui/size-text.ts';
import classes from './clients-import.module.css';

/** Why a file need not be sent at all; null: it may be. */
function refusedAtOnce(file: File): string | null {
  if (!/\.(csv|txt|tsv|xlsx)$/i.test(file.name)) return 'Sube un archivo CSV o Excel (.xlsx).';
  if (file.size === 0) return 'El archivo está vacío.';
  if (file.size > IMPORT_LIMITS.bytes) return `${tooLargeText(file.size, IMPORT_LIMITS.bytes)} Divídelo.`;
  return null;
}

interface Sending {
  name: string;
  share: number;
}

export function DropFile({ botId, onArrived }: { botId: number; onArrived: (file: LeadImport) => void }) {
  const stop = useRef<AbortController | null>(null);
  const [sending, setSending] = useState<Sending | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  // Leaving the screen ends the upload.
  useEffect(() => () => stop.current?.abort(), []);

  async function send(files: readonly File[]): Promise<void> {
    const [file, second] = files;
    if (!file || stop.current) return;
    const refused = second ? 'Sube un archivo a la vez.' : refusedAtOnce(file);
    setFault(refused);
    if (refused !== null) return;
    const mine = new AbortController();
    stop.current = mine;
    setSending({ name: file.name, share: 0 });
    try {
      const made = await call(importCalls.uploadImport, {
        body: { bot_id: botId },
        file,
        signal: mine.signal,
        progress: (sent, total) => setSending({ name: file.name, share: total > 0 ? sent / total : 0 }),
      });
      onArrived(made);
    } catch (error) {
      if (!mine.signal.aborted) setFault(sentence(error));
    } finally {
      stop.current = null;
      setSending(null);
    }
  }
  return (
    <DropZone
      className={classes.file}
      legend="Subir un archivo de clientes"
      icon={<IconFileSpreadsheet size={30} aria-hidden="true" />}
      label="Archivo de clientes"
      accept=".csv,.txt,.tsv,.xlsx"
      limits={
        <>
          CSV o Excel (.xlsx), hasta {sizeText(IMPORT_LIMITS.bytes)}, {figure(IMPORT_LIMITS.rows)} filas y{' '}
          {IMPORT_LIMITS.columns} columnas. La primera fila lleva los títulos. Nada cambia hasta que lo
          confirmes.
        </>
      }
      fault={fault}
      onFiles={(files) => void send(files)}
    >
      {(choose) =>
        sending ? (
          <div className={classes.sending} role="status">
            <p>
              {sending.share < 1
                ? `Subiendo ${sending.name}… ${Math.floor(sending.share * 100)} %`
                : `Leyendo ${sending.name}…`}
            </p>
            <Progress value={sending.share * 100} aria-label={`Subida de ${sending.name}`} />
            <Button variant="default" onClick={() => stop.current?.abort()}>
              Cancelar la subida
            </Button>
          </div>
        ) : (
          <>
            <p>Arrastra tu archivo hasta aquí, o</p>
            <Button onClick={choose}>Elegir archivo</Button>
          </>
        )
      }
    </DropZone>
  );
}
