/** Gives words the marks of a format, or takes them away again. */
import type { Dialect, Format } from './marks.ts';

/** What to write in place of a part of the text, and what is chosen afterwards, counted in the new text. */
export interface Edit {
  from: number;
  to: number;
  words: string;
  chosen: { from: number; to: number };
}

/**
 * @param from begin of what is chosen in `text`
 * @param to its end; equal to `from` where nothing is chosen: then there is room for the words between the marks
 */
export function applyFormat(text: string, from: number, to: number, format: Format, dialect: Dialect): Edit {
  switch (format) {
    case 'bullets':
    case 'numbers':
    case 'quote':
      return ofLines(text, from, to, format);
    case 'code':
      return text.slice(from, to).includes('\n') ? fenced(text, from, to) : between(text, from, to, '`');
    case 'link':
      return linked(text, from, to);
    default:
      return ofWords(text, from, to, dialect.inline[format]);
  }
}

export type ApplyFormat = typeof applyFormat;

/** Marks hold within a line: each line of the chosen ones gets its own. */
function ofWords(text: string, from: number, to: number, mark: string): Edit {
  const chosen = text.slice(from, to);
  if (!chosen.includes('\n')) return between(text, from, to, mark);
  const lines = chosen.split('\n');
  const bare = lines.filter((line) => line.trim() !== '');
  const marked = bare.length > 0 && bare.every((line) => isMarked(line.trim(), mark));
  const words = lines
    .map((line) => {
      const inner = line.trim();
      if (inner === '') return line;
      const start = line.indexOf(inner);
      const turned = marked ? inner.slice(mark.length, -mark.length) : `${mark}${inner}${mark}`;
      return line.slice(0, start) + turned + line.slice(start + inner.length);
    })
    .join('\n');
  return { from, to, words, chosen: { from, to: from + words.length } };
}

const isMarked = (words: string, mark: string): boolean =>
  words.length > mark.length * 2 &&
  words.startsWith(mark) &&
  words.endsWith(mark) &&
  // '**a**' has no mark '*' of its own around it.
  !words.startsWith(mark + mark.charAt(0)) &&
  !words.endsWith(mark.charAt(0) + mark);

function between(text: string, from: number, to: number, mark: string): Edit {
  const chosen = text.slice(from, to);
  const inner = chosen.trim();
  // Blanks stay outside of the marks: a mark beside a blank is none.
  const begin = from + chosen.indexOf(inner);
  const end = begin + inner.length;
  const { length } = mark;
  if (isMarked(inner, mark)) {
    const words = inner.slice(length, -length);
    return { from: begin, to: end, words, chosen: { from: begin, to: begin + words.length } };
  }
  if (isMarked(text.slice(begin - length, end + length), mark)) {
    return {
      from: begin - length,
      to: end + length,
      words: inner,
      chosen: { from: begin - length, to: end - length },
    };
  }
  return {
    from: begin,
    to: end,
    words: `${mark}${inner}${mark}`,
    chosen: { from: begin + length, to: end + length },
  };
}

function fenced(text: string, from: number, to: number): Edit {
  const { start, end } = wholeLines(text, from, to);
  const words = `\`\`\`\n${text.slice(start, end)}\n\`\`\``;
  return { from: start, to: end, words, chosen: { from: start + 4, to: start + words.length - 4 } };
}

const HERE = 'https://';

function linked(text: string, from: number, to: number): Edit {
  const label = text.slice(from, to).trim() || 'texto';
  const words = `[${label}](${HERE})`;
  const at = from + label.length + 3;
  return { from, to, words, chosen: { from: at, to: at + HERE.length } };
}

const PREFIX = {
  bullets: /^[-*•] /,
  numbers: /^\d{1,3}[.)] /,
  quote: /^> ?/,
} as const;

function ofLines(text: string, from: number, to: number, format: keyof typeof PREFIX): Edit {
  const { start, end } = wholeLines(text, from, to);
  const lines = text.slice(start, end).split('\n');
  const has = (line: string) => PREFIX[format].test(line);
  const filled = lines.filter((line) => line.trim() !== '');
  const marked = filled.length > 0 && filled.every(has);
  let number = 0;
  const turned = lines.map((line) => {
    if (line.trim() === '' && lines.length > 1) return line;
    if (marked) return line.replace(PREFIX[format], '');
    // One kind of list is turned into the other one.
    const bare = format === 'quote' ? line : line.replace(PREFIX.bullets, '').replace(PREFIX.numbers, '');
    number += 1;
    return (format === 'bullets' ? '- ' : format === 'numbers' ? `${number}. ` : '> ') + bare;
  });
  const words = turned.join('\n');
  const done = start + words.length;
  return { from: start, to: end, words, chosen: { from: from === to ? done : start, to: done } };
}

function wholeLines(text: string, from: number, to: number): { start: number; end: number } {
  const end = text.indexOf('\n', to);
  return { start: text.lastIndexOf('\n', from - 1) + 1, end: end < 0 ? text.length : end };
}
