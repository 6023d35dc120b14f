/** An answer with its files and buttons, as the customer sees it. */
import classes from './answer-parts.module.css';

interface AnswerPreviewProps {
  text: string;
  files: readonly { key: string; name: string }[];
  buttons: readonly string[];
}

export function AnswerPreview({ text, files, buttons }: AnswerPreviewProps) {
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
      {buttons.length > 0 ? (
        <ul className={classes.seenButtons}>
          {buttons.map((label, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as typed, two may be the same for a moment
            <li key={at}>{label}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
