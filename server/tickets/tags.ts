/** Tags as they are kept: one line each, none twice. */
import { cleanLine } from '../platform/clean-text.ts';

/** Blank ones are left out. */
export const cleanTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.flatMap((tag) => cleanLine(tag) ?? [])),
];
