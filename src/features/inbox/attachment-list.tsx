/** Files of a message. The address is signed for the viewer; without one there is only the name. */
import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs';
import type { Attachment } from '../../../contract/entities/message.ts';
import classes from './message-bubble.module.css';

/** 1536 → '2 kB', 2_400_000 → '2,4 MB'. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1).replace('.', ',')} MB`;
}

export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return null;
  return (
    <ul className={classes.files} aria-label="Archivos">
      {attachments.map((file) => (
        <li key={file.id}>
          <IconPaperclip size={14} aria-hidden="true" />
          {file.url ? (
            <a href={file.url} target="_blank" rel="noopener noreferrer">
              {file.name}
            </a>
          ) : (
            <span>{file.name}</span>
          )}
          <small>{sizeText(file.size)}</small>
        </li>
      ))}
    </ul>
  );
}
