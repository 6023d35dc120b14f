/** Chooses files for the words beside it, and shows how far each has come. */
import { Button } from '@mantine/core';
import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs';
import { useRef } from 'react';
import { ATTACHMENT_ACCEPT } from '../../../contract/rules/attachments.ts';
import { FileInput } from '../../ui/file-input.tsx';
import { sizeText } from '../../ui/size-text.ts';
import classes from './support.module.css';
import type { SupportFile, SupportFiles } from './use-support-files.ts';

export function FileField({ of }: { of: SupportFiles }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={classes.attach}>
      <FileInput
        ref={input}
        label="Archivos para adjuntar"
        accept={ATTACHMENT_ACCEPT}
        multiple
        onFiles={of.add}
      />
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPaperclip size={16} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          Adjuntar archivos
        </Button>
      </div>
      {of.fault === null ? null : (
        <p role="alert" className={classes.fault}>
          {of.fault}
        </p>
      )}
      {of.files.length === 0 ? null : (
        <ul className={classes.files} aria-label="Archivos adjuntos">
          {of.files.map((one) => (
            <li key={one.key}>
              <span>
                {one.file.name} · {sizeText(one.file.size)} · <span role="status">{stateOf(one)}</span>
              </span>
              {one.fault === null ? null : (
                <Button variant="subtle" size="compact-sm" onClick={() => of.again(one.key)}>
                  Reintentar
                </Button>
              )}
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`Quitar ${one.file.name}`}
                onClick={() => of.remove(one.key)}
              >
                Quitar
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const stateOf = ({ id, fault }: SupportFile): string => fault ?? (id === null ? 'Subiendo…' : 'Listo');
