/** The recovery codes, shown this once: to be copied or kept as a file before going on. */
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { config } from '../../base/client-config.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import classes from './profile.module.css';

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const text = () => `${codes.join('\n')}\n`;
  return (
    <div className={classes.form}>
      <h3 ref={title} tabIndex={-1} className={classes.codesTitle}>
        Guarda tus códigos de recuperación
      </h3>
      <p>
        Si pierdes tu teléfono, entras con uno de ellos; cada uno sirve una vez. No los volveremos a mostrar.
      </p>
      <ul className={classes.codes} aria-label="Códigos de recuperación">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.foot}>
        <CopyButton variant="default" text={text} label="Copiar" copied="Códigos copiados" />
        <Button
          variant="default"
          onClick={() => saveFile(`codigos-${config().product.slug}.txt`, text(), 'text/plain')}
        >
          Descargar
        </Button>
        <Button onClick={onDone}>Ya los guardé</Button>
      </div>
    </div>
  );
}
