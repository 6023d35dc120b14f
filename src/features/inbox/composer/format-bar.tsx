/** Buttons that give the chosen words the marks of the channel, and how the customer will see what is written. */

import { useDeferredValue, useMemo } from 'react';
import { richText } from '../../../../contract/rules/rich-text.ts';
import type { Inline, Reading } from '../../../../contract/rules/rich-text-tree.ts';
import { RichText } from '../../../ui/rich-text.tsx';
import { type ApplyFormat, applyFormat } from './format/apply-format.ts';
import { FORMAT_BUTTONS, RICH_SWITCH } from './format/buttons.ts';
import type { Dialect, Format } from './format/marks.ts';
import classes from './format-bar.module.css';
import { ToolButton } from './tool-button.tsx';

interface FormatBarProps {
  dialect: Dialect;
  note: boolean;
  text: string;
  /** With what writes the marks: it came with the bar. */
  onFormat: (format: Format, applyFormat: ApplyFormat) => void;
  /** The field that shows words as they will look is wished for. */
  onRich: () => void;
}

export default function FormatBar({ dialect, note, text, onFormat, onRich }: FormatBarProps) {
  // What is typed is painted first.
  const later = useDeferredValue(text);
  const reading = useMemo<Reading>(() => ({ dialect: dialect.name, labels: true }), [dialect]);
  const marked = useMemo(() => hasMarks(later, reading), [later, reading]);
  return (
    <>
      {marked ? (
        <section
          className={classes.preview}
          aria-label={note ? 'Cómo se verá la nota' : 'Cómo lo verá el cliente'}
        >
          <span>{note ? 'Cómo se verá' : 'Cómo lo verá el cliente'}</span>
          <RichText text={later} reading={reading} />
        </section>
      ) : null}
      <div className={classes.bar} role="toolbar" aria-label="Formato">
        {FORMAT_BUTTONS.filter(({ format }) => format !== 'link' || dialect.links).map(
          ({ format, label, keys, Icon: Sign }) => (
            <ToolButton
              key={format}
              label={label}
              {...(keys ? { keys } : {})}
              Icon={Sign}
              onClick={() => onFormat(format, applyFormat)}
            />
          ),
        )}
        <ToolButton {...RICH_SWITCH} pressed={false} onClick={onRich} />
      </div>
    </>
  );
}

/** Whether any of it is shown otherwise than it was written. */
const hasMarks = (text: string, reading: Reading): boolean =>
  richText(text, reading).some(
    (block) => block.kind !== 'lines' || block.of.some((piece) => piece.kind !== 'text' && !isAddress(piece)),
  );

/** An address that shows itself. */
const isAddress = (piece: Inline): boolean =>
  piece.kind === 'link' &&
  piece.of.length === 1 &&
  piece.of[0]?.kind === 'text' &&
  piece.of[0].text === piece.url;
