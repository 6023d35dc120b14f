/** A person's photo with a way to choose another. The server judges content and size; the hint is only a hint (docs/product.md §5). */
import { Button } from '@mantine/core';
import IconPhotoUp from '@tabler/icons-react/dist/esm/icons/IconPhotoUp.mjs';
import { useEffect, useId, useMemo, useRef } from 'react';
import { PersonAvatar } from './person-avatar.tsx';
import classes from './photo-field.module.css';

/** What the server takes (it looks at the content, not at the name). */
const TYPES = 'image/png,image/jpeg,image/webp,image/gif';

interface PhotoFieldProps {
  name: string;
  /** Whose photo it is; left out while there is no such person yet. */
  id?: string;
  /** The photo that is kept; `file` takes its place on screen. */
  image: string | null;
  file: Blob | null;
  onFile: (file: File) => void;
  disabled?: boolean;
  busy?: boolean;
  error?: string | null;
  children?: React.ReactNode;
}

export function PhotoField(props: PhotoFieldProps) {
  const { name, id, image, file, onFile, disabled, busy, error, children } = props;
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const preview = useMemo(() => (file ? URL.createObjectURL(file) : null), [file]);
  useEffect(() => () => (preview ? URL.revokeObjectURL(preview) : undefined), [preview]);
  return (
    <div className={classes.field}>
      <PersonAvatar name={name || '?'} {...(id ? { id } : {})} image={preview ?? image} size={72} />
      <div>
        <input
          ref={input}
          type="file"
          accept={TYPES}
          className="visually-hidden"
          aria-label="Foto de perfil"
          aria-describedby={hint}
          disabled={disabled}
          tabIndex={-1}
          onChange={(event) => {
            const [chosen] = event.currentTarget.files ?? [];
            if (chosen) onFile(chosen);
            // The same file again is a choice, too.
            event.currentTarget.value = '';
          }}
        />
        <div className={classes.buttons}>
          <Button
            variant="default"
            size="xs"
            disabled={disabled}
            loading={busy}
            leftSection={<IconPhotoUp size={16} aria-hidden="true" />}
            onClick={() => input.current?.click()}
            name="photo"
            aria-describedby={hint}
          >
            {image || file ? 'Cambiar foto' : 'Subir foto'}
          </Button>
          {children}
        </div>
        <p id={hint} className={classes.hint}>
          Máximo 1 MB, de preferencia cuadrada y sin fondo transparente.
        </p>
        {error ? (
          <p role="alert" className={classes.error}>
            {error}
          </p>
        ) : null}
      </div>
    </div>
  );
}
