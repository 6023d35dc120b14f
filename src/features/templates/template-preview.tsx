/** A template as the customer will see it: what has no value yet stays as {{n}}. */
import type { ReactNode } from 'react';
import {
  type FilledSlot,
  type TemplateComponent,
  templateWords,
} from '../../../contract/rules/template-slots.ts';
import classes from './templates.module.css';

const HEADERS: Record<string, string> = {
  IMAGE: 'Imagen',
  VIDEO: 'Video',
  DOCUMENT: 'Documento',
  LOCATION: 'Ubicación',
};

interface TemplatePreviewProps {
  components: readonly TemplateComponent[];
  slots?: readonly FilledSlot[];
  /** The header's file, where this browser has it. */
  file?: { url: string; name: string } | null;
  caption?: ReactNode;
}

export function TemplatePreview({
  components,
  slots = [],
  file = null,
  caption = 'Así la verá el cliente',
}: TemplatePreviewProps) {
  const part = (type: string) => components.find((one) => one.type.toUpperCase() === type);
  const words = (type: string) => {
    const own = part(type);
    return own ? templateWords([own], slots) : '';
  };
  const header = part('HEADER');
  const media = HEADERS[(header?.format ?? '').toUpperCase()];
  const buttons = part('BUTTONS')?.buttons ?? [];
  return (
    <figure className={classes.preview}>
      <figcaption>{caption}</figcaption>
      {media ? <Header of={header?.format?.toUpperCase()} name={media} file={file} /> : null}
      {!media && words('HEADER') ? <p className={classes.header}>{words('HEADER')}</p> : null}
      <p>{words('BODY')}</p>
      {words('FOOTER') ? <p className={classes.footer}>{words('FOOTER')}</p> : null}
      {buttons.length > 0 ? (
        <ul aria-label="Botones">
          {buttons.map(({ type, text }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike while they are written
            <li key={place}>{text || (type === 'COPY_CODE' ? 'Copiar código' : 'Botón sin texto')}</li>
          ))}
        </ul>
      ) : null}
    </figure>
  );
}

function Header({
  of,
  name,
  file,
}: {
  of: string | undefined;
  name: string;
  file: { url: string; name: string } | null;
}) {
  if (file && of === 'IMAGE') return <img className={classes.picture} src={file.url} alt={file.name} />;
  if (file && of === 'VIDEO')
    // biome-ignore lint/a11y/useMediaCaption: the writer's own example, shown back to them
    return <video className={classes.picture} src={file.url} controls aria-label={file.name} />;
  return <p className={classes.media}>{file?.name ?? name}</p>;
}
