/** The files and options that wait with a message: what they are, and taken off where that can be. */
import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { OfferedLink } from '../../../../contract/rules/offered-links.ts';
import { plainLine } from '../../../../contract/rules/plain-line.ts';
import plain from '../../../ui/plain-button.module.css';
import { sizeText } from '../../../ui/size-text.ts';
import classes from './kept-parts.module.css';

interface KeptPartsProps {
  files: readonly { id: string; name: string; size: number; url?: string | undefined }[];
  buttons: readonly string[];
  links: readonly OfferedLink[];
  /** Absent: they are only shown. */
  onFiles?: (ids: readonly string[]) => void;
  onButtons?: (labels: readonly string[]) => void;
  onLinks?: (links: readonly OfferedLink[]) => void;
}

export function KeptParts({ files, buttons, links, onFiles, onButtons, onLinks }: KeptPartsProps) {
  return (
    <>
      {files.length > 0 ? (
        <ul className={classes.files} aria-label="Archivos del mensaje">
          {files.map(({ id, name, size, url }) => (
            <li key={id}>
              <IconPaperclip size={14} aria-hidden="true" />
              <bdi>
                {url === undefined ? (
                  plainLine(name)
                ) : (
                  <a href={url} target="_blank" rel="noopener noreferrer">
                    {plainLine(name)}
                  </a>
                )}
              </bdi>
              <small>{sizeText(size)}</small>
              {onFiles ? (
                <button
                  type="button"
                  className={plain.remove}
                  aria-label={`Quitar ${plainLine(name)}`}
                  onClick={() => onFiles(files.filter((file) => file.id !== id).map((file) => file.id))}
                >
                  <IconX size={14} aria-hidden="true" />
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {buttons.length + links.length > 0 ? (
        <ul className={classes.buttons} aria-label="Botones del mensaje">
          {buttons.map((label) => (
            <li key={label}>
              <bdi>{label}</bdi>
              {onButtons ? (
                <button
                  type="button"
                  className={plain.remove}
                  aria-label={`Quitar el botón ${label}`}
                  onClick={() => onButtons(buttons.filter((one) => one !== label))}
                >
                  <IconX size={14} aria-hidden="true" />
                </button>
              ) : null}
            </li>
          ))}
          {links.map((link) => (
            <li key={`${link.label} ${link.url}`}>
              <bdi>{link.label}</bdi>
              <small>{link.url}</small>
              {onLinks ? (
                <button
                  type="button"
                  className={plain.remove}
                  aria-label={`Quitar el enlace ${link.label}`}
                  onClick={() => onLinks(links.filter((one) => one !== link))}
                >
                  <IconX size={14} aria-hidden="true" />
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
