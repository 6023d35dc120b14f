/** The buttons of the formats, in both fields. */
import type { Icon } from '@tabler/icons-react';
import IconBlockquote from '@tabler/icons-react/dist/esm/icons/IconBlockquote.mjs';
import IconBold from '@tabler/icons-react/dist/esm/icons/IconBold.mjs';
import IconCode from '@tabler/icons-react/dist/esm/icons/IconCode.mjs';
import IconItalic from '@tabler/icons-react/dist/esm/icons/IconItalic.mjs';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs';
import IconListNumbers from '@tabler/icons-react/dist/esm/icons/IconListNumbers.mjs';
import IconStrikethrough from '@tabler/icons-react/dist/esm/icons/IconStrikethrough.mjs';
import IconTextCaption from '@tabler/icons-react/dist/esm/icons/IconTextCaption.mjs';
import type { Format } from './marks.ts';

export interface FormatButton {
  format: Format;
  label: string;
  keys: string | null;
  Icon: Icon;
}

export const FORMAT_BUTTONS: readonly FormatButton[] = [
  { format: 'strong', label: 'Negrita', keys: 'Ctrl+B', Icon: IconBold },
  { format: 'em', label: 'Cursiva', keys: 'Ctrl+I', Icon: IconItalic },
  { format: 'strike', label: 'Tachado', keys: 'Ctrl+Mayús+X', Icon: IconStrikethrough },
  { format: 'bullets', label: 'Lista', keys: 'Ctrl+Mayús+8', Icon: IconList },
  { format: 'numbers', label: 'Lista numerada', keys: 'Ctrl+Mayús+7', Icon: IconListNumbers },
  { format: 'quote', label: 'Cita', keys: 'Ctrl+Mayús+9', Icon: IconBlockquote },
  { format: 'code', label: 'Código', keys: 'Ctrl+E', Icon: IconCode },
  { format: 'link', label: 'Enlace', keys: null, Icon: IconLink },
];

/** Turns the field with formats on and off. */
export const RICH_SWITCH = {
  label: 'Editor con formato',
  keys: 'Ctrl+Mayús+L',
  Icon: IconTextCaption,
} as const;
