/** An answer with its files and buttons, as the customer sees it. */

import { linkHost } from '../../../contract/rules/link-host.ts';
import type { OfferedLink } from '../../../contract/rules/offered-links.ts';
import classes from './answer-parts.module.css';

interface AnswerPreviewProps {
  text: string;
  files: readonly { key: string; name: string }[];
  buttons: readonly string[];
  links: readonly OfferedLink[];
}

export function AnswerPreview({ text, files, buttons, links }: AnswerPreviewProps) {
  return (
    <div className={classes.preview}>
      <small>Así lo ve el cliente:</small>
      <p>{text}</p>
      {files.length > 0 ? (
        <ul className={classes.seenFiles}>
          {files.map(({ key, name }) => (
            <li key={key}>{name}</li>
          ))}
        </ul>
      ) : null}
      {buttons.length + links.length > 0 ? (
        <ul className={classes.seenButtons}>
          {buttons.map((label, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as typed, two may be the same for a moment
            <li key={at}>{label}</li>
          ))}
          {links.map(({ label, url }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <li key={at}>
              {label} <small>↗ {linkHost(url) ?? 'sin dirección'}</small>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
