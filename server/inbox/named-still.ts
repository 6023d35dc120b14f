/** Who a note names after a correction. */
import type { Mention } from '../../contract/entities/message.ts';
import type { MessageRow } from './message-row.ts';

/** Who is still named in a note with another text; a correction names nobody new. @param gone it was taken back */
export const namedStill = ({ mentions }: MessageRow, text: string, gone: boolean): Mention[] =>
  gone ? [] : (mentions ?? []).filter(({ name }) => text.includes(`@${name}`));
