/** What each channel makes of a menu: how many options, how long their labels (reference: channels). */
import { BOT_LIMITS } from '../bot-limits.ts';
import type { Channel } from '../states.ts';

export type MenuForm = 'buttons' | 'list' | 'quick_replies';

interface Shape {
  form: MenuForm;
  /** How many options it takes. */
  most: number;
  /** How many characters a label may have. */
  label: number;
}

/** The first shape that holds all options is the one that is sent. */
const SHAPES: Record<Channel, readonly [Shape, ...Shape[]]> = {
  web: [{ form: 'buttons', most: BOT_LIMITS.botButtons, label: BOT_LIMITS.botButtonLabel }],
  whatsapp: [
    { form: 'buttons', most: 3, label: 20 },
    { form: 'list', most: 10, label: 24 },
  ],
  instagram: [{ form: 'quick_replies', most: 13, label: 20 }],
  messenger: [{ form: 'quick_replies', most: 13, label: 20 }],
};

export interface MenuFit extends Shape {
  /** How many options are too many. */
  over: number;
  /** Labels that are cut, as they are written. */
  long: string[];
  /** Labels that stand there twice, where the channel wants them different. */
  doubled: string[];
  fits: boolean;
}

/** How a menu with these labels arrives. */
export function menuFit(channel: Channel, labels: readonly string[]): MenuFit {
  const shapes = SHAPES[channel];
  const shape = shapes.find(({ most }) => labels.length <= most) ?? shapes.at(-1) ?? shapes[0];
  const over = Math.max(0, labels.length - shape.most);
  const long = labels.filter((label) => [...label].length > shape.label);
  const doubled =
    channel === 'whatsapp' ? [...new Set(labels.filter((label, at) => labels.indexOf(label) !== at))] : [];
  return { ...shape, over, long, doubled, fits: over + long.length + doubled.length === 0 };
}

/** A label as the channel shows it. */
export function cutLabel(label: string, most: number): string {
  const signs = [...label];
  return signs.length > most ? `${signs.slice(0, most - 1).join('')}…` : label;
}
