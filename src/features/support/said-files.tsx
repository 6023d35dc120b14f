/** Files of a message: pictures are shown, the others open. Their addresses end after some minutes (support-queries.ts). */
import type { Attachment } from '../../../contract/entities/message.ts';
import { plainLine } from '../../../contract/rules/plain-line.ts';
import { sizeText } from '../../ui/size-text.ts';
import { fileView } from '../inbox/log/files/file-view.ts';
import classes from './support.module.css';

export function SaidFiles({ files }: { files: readonly Attachment[] }) {
  if (files.length === 0) return null;
  return (
    <ul className={classes.said} aria-label="Archivos">
      {files.map((file) => (
        <li key={file.id}>
          <a href={file.url} target="_blank" rel="noreferrer">
            {fileView(file) === 'image' ? (
              <img src={file.url} alt={plainLine(file.name)} loading="lazy" />
            ) : null}
            <span>
              {plainLine(file.name)} · {sizeText(file.size)}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
