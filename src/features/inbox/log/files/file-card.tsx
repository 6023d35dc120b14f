/** A file by name and size, with its download. */
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs';
import type { Attachment } from '../../../../../contract/entities/message.ts';
import { plainLine } from '../../../../../contract/rules/plain-line.ts';
import { sizeText } from '../../../../ui/size-text.ts';
import classes from './files.module.css';

interface FileCardProps {
  file: Attachment;
  /** Null: not known. */
  url: string | null;
  loading: boolean;
  onRenew: () => void;
}

export function FileCard({ file, url, loading, onRenew }: FileCardProps) {
  const name = plainLine(file.name);
  return (
    <div className={classes.card}>
      <IconPaperclip size={15} aria-hidden="true" />
      <span className={classes.name} title={name}>
        {name}
      </span>
      <small>{sizeText(file.size)}</small>
      {url !== null ? (
        <a
          href={url}
          download={name}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Descargar ${name}`}
          title="Descargar"
        >
          <IconDownload size={16} aria-hidden="true" />
        </a>
      ) : loading ? (
        <i className={classes.wait} aria-hidden="true" />
      ) : (
        <button type="button" onClick={onRenew}>
          Reintentar
        </button>
      )}
    </div>
  );
}
