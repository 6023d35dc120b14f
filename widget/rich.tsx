/** Message text with its marks, as the team sees it: elements of a tree, never HTML; links open in a new window. */
import { type ComponentChildren, Fragment, h } from 'preact';
import { richText } from '../contract/rules/rich-text.ts';
import type { Block, Inline, ListItem } from '../contract/rules/rich-text-tree.ts';

/** @param own the visitor's: a link shows where it leads, whatever it calls itself */
export function Rich({ text, own }: { text: string; own: boolean }) {
  return (
    <div class="bubble" dir="auto">
      {inOrder(richText(text, { dialect: 'markdown', labels: !own }).map(block))}
    </div>
  );
}

/** The pieces of a text have no name but their place and never move: children of their own, not a list with keys. */
const inOrder = (pieces: ComponentChildren[]) => h(Fragment, null, ...pieces);

function block(of: Block): ComponentChildren {
  switch (of.kind) {
    case 'code':
      return <pre>{of.text}</pre>;
    case 'quote':
      return <blockquote>{inline(of.of)}</blockquote>;
    case 'lines':
      return <p>{inline(of.of)}</p>;
    case 'list': {
      const items = inOrder(of.items.map(listItem));
      return of.start === null ? <ul>{items}</ul> : <ol start={of.start}>{items}</ol>;
    }
  }
}

const listItem = ({ depth, of }: ListItem) => <li data-depth={depth || undefined}>{inline(of)}</li>;

const inline = (of: readonly Inline[]) => inOrder(of.map(piece));

function piece(of: Inline): ComponentChildren {
  switch (of.kind) {
    case 'text':
      return of.text;
    case 'code':
      return <code>{of.text}</code>;
    case 'link':
      return (
        <a href={of.url} title={of.url} target="_blank" rel="noopener noreferrer nofollow">
          {inline(of.of)}
        </a>
      );
    default: {
      const Tag = TAGS[of.kind];
      return <Tag>{inline(of.of)}</Tag>;
    }
  }
}

const TAGS = { strong: 'strong', em: 'em', strike: 's' } as const;
