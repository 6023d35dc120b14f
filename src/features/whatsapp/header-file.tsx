/** The example of a header that is a file: chosen, judged, taken to WhatsApp, which reviews the template by it. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { channelCalls } from '../../../contract/calls/channels.ts';
import {
  HEADER_FILES,
  type HeaderFileFormat,
  headerFileFault,
} from '../../../contract/rules/template-files.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../bot/place-context.ts';
import { FileInput } from '../../ui/file-input.tsx';
import type { Draft } from './draft-state.ts';
import classes from './whatsapp.module.css';

interface HeaderFileProps {
  format: HeaderFileFormat;
  file: Draft['file'];
  /** @param url shows the file in this browser */
  onChange: (file: Draft['file'], url: string | null) => void;
}

function forget(url: { current: string | null }): void {
  if (url.current) URL.revokeObjectURL(url.current);
  url.current = null;
}

export function HeaderFile({ format, file, onChange }: HeaderFileProps) {
  const { place } = usePlace();
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const url = useRef<string | null>(null);
  useEffect(() => () => forget(url), []);
  const upload = useMutation({
    mutationFn: (chosen: File) =>
      call(channelCalls.uploadHeaderFile, {
        params: { token: place.bot.token },
        query: { botId: place.bot.id },
        body: { format },
        file: chosen,
      }),
  });
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    const wrong = headerFileFault(format, chosen);
    setFault(wrong);
    upload.reset();
    forget(url);
    onChange(null, null);
    if (wrong !== null) return;
    // Not after another kind of header was chosen meanwhile.
    upload.mutate(chosen, {
      onSuccess({ handle }) {
        url.current = URL.createObjectURL(chosen);
        onChange({ handle, name: chosen.name }, url.current);
      },
    });
  };
  const error = fault ?? (upload.error ? sentence(upload.error) : null);
  const { types, text } = HEADER_FILES[format];
  return (
    <div className={classes.file}>
      <p className={classes.small} id="header-file-help">
        Un archivo de ejemplo: {text}. WhatsApp lo pide para revisarla; al enviarla eliges otro.
      </p>
      <div className={classes.actions}>
        <Button
          variant="default"
          loading={upload.isPending}
          aria-describedby="header-file-help"
          onClick={() => input.current?.click()}
        >
          {file ? 'Cambiar el archivo' : 'Elegir un archivo'}
        </Button>
        <p role="status" className={classes.small}>
          {upload.isPending ? 'Subiendo a WhatsApp…' : (file?.name ?? '')}
        </p>
      </div>
      <FileInput
        ref={input}
        label="Archivo de ejemplo del encabezado"
        accept={types.join(',')}
        onFiles={([chosen]) => choose(chosen)}
      />
      {error ? (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
