/** Buttons that give the chosen words the marks of the channel, and how the customer will see what is written. */

import type { Icon } from '@tabler/icons-react';
import IconBlockquote from '@tabler/icons-react/dist/esm/icons/IconBlockquote.mjs';
import IconBold from '@tabler/icons-react/dist/esm/icons/IconBold.mjs';
import IconCode from '@tabler/icons-react/dist/esm/icons/IconCode.mjs';
import IconItalic from '@tabler/icons-react/dist/esm/icons/IconItalic.mjs';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs';
import IconListNumbers from '@tabler/icons-react/dist/esm/icons/IconListNumbers.mjs';
import IconStrikethrough from '@tabler/icons-react/dist/esm/icons/IconStrikethrough.mjs';
import { useDeferredValue, useMemo } from 'react';
import { richText } from '../../../../contract/rules/rich-text.ts';
import type { Inline, Reading } from '../../../../contract/rules/rich-text-tree.ts';
import { RichText } from '../../../ui/rich-text.tsx';
import type { Dialect, Format } from './format/marks.ts';
import classes from './format-bar.module.css';
import { ToolButton } from './tool-button.tsx';

interface FormatBarProps {
  dialect: Dialect;
  note: boolean;
  text: string;
  onFormat: (format: Format) => void;
}

const BUTTONS: readonly { format: Format; label: string; keys: string | null; Icon: Icon }[] = [
  { format: 'strong', label: 'Negrita', keys: 'Ctrl+B', Icon: IconBold },
  { format: 'em', label: 'Cursiva', keys: 'Ctrl+I', Icon: IconItalic },
  { format: 'strike', label: 'Tachado', keys: 'Ctrl+Mayús+X', Icon: IconStrikethrough },
  { format: 'bullets', label: 'Lista', keys: 'Ctrl+Mayús+8', Icon: IconList },
  { format: 'numbers', label: 'Lista numerada', keys: 'Ctrl+Mayús+7', Icon: IconListNumbers },
  { format: 'quote', label: 'Cita', keys: 'Ctrl+Mayús+9', Icon: IconBlockquote },
  { format: 'code', label: 'Código', keys: 'Ctrl+E', Icon: IconCode },
  { format: 'link', label: 'Enlace', keys: null, Icon: IconLink },
];

export default function FormatBar({ dialect, note, text, onFormat }: FormatBarProps) {
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
        {BUTTONS.filter(({ format }) => format !== 'link' || dialect.links).map(
          ({ format, label, keys, Icon: Sign }) => (
            <ToolButton
              key={format}
              label={label}
              {...(keys ? { keys } : {})}
              Icon={Sign}
              onClick={() => onFormat(format)}
            />
          ),
        )}
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
