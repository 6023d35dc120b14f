/**
 * A message's text with its marks (contract/rules/rich-text): elements made from a tree, never HTML. Links open in a
 * new window that knows nothing of this one (docs/product.md §9). Each piece of text decides its own direction of writing and
 * keeps it to itself.
 */
import { createElement, Fragment, memo, type ReactNode, useMemo } from 'react';
import { richText } from '../../contract/rules/rich-text.ts';
import type { Block, Inline, ListItem, Reading } from '../../contract/rules/rich-text-tree.ts';
import { addressAt } from '../../contract/rules/web-address.ts';
import classes from './rich-text.module.css';

interface RichTextProps {
  text: string;
  /** Null: no sign of it is a mark; addresses are links all the same. */
  reading: Reading | null;
  /** Names that are set off where they stand after an @. */
  names?: readonly string[];
}

export const RichText = memo(function RichText({ text, reading, names }: RichTextProps) {
  const dialect = reading?.dialect ?? null;
  const labels = reading?.labels ?? false;
  const blocks = useMemo<Block[]>(
    () => (dialect ? richText(text, { dialect, labels }) : plainBlocks(text)),
    [text, dialect, labels],
  );
  const named = useMemo(() => namesPattern(names ?? []), [names]);
  return (
    <div className={classes.text} dir="auto" data-said>
      {inOrder(blocks.map((block) => blockOf(block, named)))}
    </div>
  );
});

const plainBlocks = (text: string): Block[] =>
  text.trim() === '' ? [] : [{ kind: 'lines', of: withLinks(text) }];

/** A text whose addresses alone are more than letters. */
function withLinks(text: string): Inline[] {
  const pieces: Inline[] = [];
  let plainFrom = 0;
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}])https?:/giu)) {
    const url = index < plainFrom ? null : addressAt(text, index);
    if (url === null) continue;
    if (index > plainFrom) pieces.push({ kind: 'text', text: text.slice(plainFrom, index) });
    pieces.push({ kind: 'link', url, of: [{ kind: 'text', text: url }] });
    plainFrom = index + url.length;
  }
  if (plainFrom < text.length) pieces.push({ kind: 'text', text: text.slice(plainFrom) });
  return pieces;
}

/** The pieces of a text have no name but their place and never move: children of their own, not a list with keys. */
const inOrder = (pieces: readonly ReactNode[]): ReactNode => createElement(Fragment, null, ...pieces);

function blockOf(block: Block, named: RegExp | null): ReactNode {
  switch (block.kind) {
    case 'code':
      return <pre className={classes.pre}>{block.text}</pre>;
    case 'quote':
      return <blockquote className={classes.quote}>{inline(block.of, named)}</blockquote>;
    case 'list': {
      const List = block.start === null ? 'ul' : 'ol';
      return (
        <List className={classes.list} start={block.start ?? undefined}>
          {inOrder(block.items.map((item) => itemOf(item, named)))}
        </List>
      );
    }
    case 'lines':
      return <p className={classes.lines}>{inline(block.of, named)}</p>;
  }
}

function itemOf({ depth, of }: ListItem, named: RegExp | null): ReactNode {
  return <li data-depth={depth || undefined}>{inline(of, named)}</li>;
}

const TAGS = { strong: 'strong', em: 'em', strike: 's' } as const;

function inline(of: readonly Inline[], named: RegExp | null): ReactNode {
  return inOrder(of.map((part) => partOf(part, named)));
}

function partOf(part: Inline, named: RegExp | null): ReactNode {
  switch (part.kind) {
    case 'text':
      return named ? withNames(part.text, named) : part.text;
    case 'code':
      return <code>{part.text}</code>;
    case 'link':
      return (
        <a href={part.url} title={part.url} target="_blank" rel="noopener noreferrer nofollow">
          {inline(part.of, null)}
        </a>
      );
    default: {
      const Tag = TAGS[part.kind];
      return <Tag>{inline(part.of, named)}</Tag>;
    }
  }
}

/** Every `@Name` of these people, the longer names first. */
function namesPattern(names: readonly string[]): RegExp | null {
  if (names.length === 0) return null;
  const escaped = [...names]
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`(@(?:${escaped.join('|')}))`, 'gu');
}

function withNames(text: string, named: RegExp): ReactNode {
  // With one group, every second piece is a name.
  const pieces = text.split(named);
  return inOrder(pieces.map((piece, place) => (place % 2 === 1 ? nameMark(piece) : piece)));
}

function nameMark(name: string): ReactNode {
  return <mark className={classes.name}>{name}</mark>;
}
