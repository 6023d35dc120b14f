/** What somebody wrote in an answer by mail, without what they answered to. Pure. */
import { REPLY_ABOVE } from '../reply-address.ts';

/** No line that begins a quotation is longer. */
const LONGEST = 400;

const FORWARD = /^-{2,} ?(mensaje original|original message|mensaje reenviado|forwarded message) ?-{2,}/iu;
const WROTE = /^(el|on|le|em|am)\b.*(escribió|escribio|wrote|écrit|escreveu|schrieb) ?:?$/iu;
const FROM = /^\*?(de|from|von) ?:\*? ?\S/iu;
const AFTER_FROM = /^\*?(enviado( el)?|sent|fecha|date|para|to|asunto|subject) ?:\*? ?\S/iu;
const RULE = /^_{10,}$/u;
const SIGNED = /^(-- ?$|enviado desde mi |sent from my |obtener outlook |get outlook )/iu;

const bare = (line: string | undefined): string =>
  (line ?? '')
    .slice(0, LONGEST)
    .replace(/^[>\s]+/u, '')
    .trim();
const isQuoted = (line: string): boolean => line.startsWith('>');

/** Whether what was answered to begins at this line. */
function begins(lines: readonly string[], at: number): boolean {
  const line = bare(lines[at]);
  if (line === '') return false;
  if (line.includes(REPLY_ABOVE) || FORWARD.test(line) || WROTE.test(line)) return true;
  // Long names break the line in two.
  if (/^(el|on)\b/iu.test(line) && WROTE.test(`${line} ${bare(lines[at + 1])}`)) return true;
  if (RULE.test(line)) return FROM.test(bare(lines[at + 1])) || FROM.test(bare(lines[at + 2]));
  return FROM.test(line) && [1, 2, 3].some((next) => AFTER_FROM.test(bare(lines[at + next])));
}

const joined = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim();

/**
 * The words above the quotation. Who answers below it, or between its lines, keeps their words: what begins with '>' is
 * left out there.
 */
export function withoutQuotation(text: string): string {
  const lines = text.replace(/\r\n?/gu, '\n').split('\n');
  const first = lines.findIndex((_, at) => begins(lines, at));
  const above = first < 0 ? lines : lines.slice(0, first);
  const last = above.findLastIndex((line) => line.trim() !== '' && !isQuoted(line));
  const signed = above.findIndex((line) => SIGNED.test(line.slice(0, LONGEST)));
  const end = signed > 0 ? Math.min(signed, last + 1) : last + 1;
  const said = joined(above.slice(0, end));
  if (said !== '') return said;
  return joined(lines.filter((line, at) => !isQuoted(line) && !begins(lines, at)));
}
