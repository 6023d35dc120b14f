/** The editor's document: lines one after the other, each with its sign, and letters with marks (docs/decisions/0081). */
import { Mark, Node } from '@tiptap/core';
import { type Mark as DocMark, type Node as DocNode, Fragment, type Schema } from '@tiptap/pm/model';
import { safeAddress } from '../../../../../contract/rules/web-address.ts';
import type { Line, MarkName, Piece } from './written.ts';

const Doc = Node.create({ name: 'doc', topNode: true, content: 'block+' });
const Text = Node.create({ name: 'text', group: 'inline' });
const LineNode = Node.create({
  name: 'line',
  group: 'block',
  content: 'text*',
  addAttributes: () => ({ sign: { default: '', rendered: false } }),
  parseHTML: () => [{ tag: 'p' }, { tag: 'div' }],
  renderHTML: () => ['p', 0],
});
const CodeNode = Node.create({
  name: 'fence',
  group: 'block',
  content: 'text*',
  marks: '',
  code: true,
  addAttributes: () => ({ open: { default: '```', rendered: false } }),
  parseHTML: () => [{ tag: 'pre', preserveWhitespace: 'full' }],
  renderHTML: () => ['pre', ['code', 0]],
});
const SourceNode = Node.create({
  name: 'source',
  group: 'block',
  content: 'text*',
  marks: '',
  code: true,
  renderHTML: () => ['pre', { 'data-source': '' }, 0],
});

const mark = (name: string, tags: readonly string[], shown: string) =>
  Mark.create({
    name,
    parseHTML: () => tags.map((tag) => ({ tag })),
    renderHTML: () => [shown, 0],
  });
const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => {
        const href = safeAddress(element.getAttribute('href') ?? '');
        return href === null ? false : { href };
      },
    },
  ],
  // It is edited here, not followed.
  renderHTML: ({ HTMLAttributes: { href } }) => [
    'a',
    { href, title: href, rel: 'noopener noreferrer nofollow' },
    0,
  ],
});

export const SCHEMA_PARTS = [
  Doc,
  Text,
  LineNode,
  CodeNode,
  SourceNode,
  mark('strong', ['strong', 'b'], 'strong'),
  mark('em', ['em', 'i'], 'em'),
  mark('strike', ['s', 'del', 'strike'], 's'),
  Link,
  mark('code', ['code'], 'code'),
];

const MARKS: readonly MarkName[] = ['strong', 'em', 'strike'];

const lines = new WeakMap<DocNode, Line>();

/** The lines that these are. A block never changes, and is one line for ever: what was written of it is known. */
export function linesOfBlocks(blocks: readonly DocNode[]): Line[] {
  return blocks.map((node) => {
    const line = lines.get(node) ?? lineOf(node);
    lines.set(node, line);
    return line;
  });
}

function lineOf(node: DocNode): Line {
  if (node.type.name === 'fence')
    return { kind: 'code', open: String(node.attrs.open), text: node.textContent };
  if (node.type.name === 'source') return { kind: 'source', text: node.textContent };
  const pieces = node.children.map(({ text = '', marks }): Piece => {
    const has = (name: string) => marks.find(({ type }) => type.name === name);
    return {
      text,
      marks: MARKS.filter(has),
      code: has('code') !== undefined,
      url: safeAddress(String(has('link')?.attrs.href ?? '')),
    };
  });
  return { kind: 'line', sign: String(node.attrs.sign), of: pieces };
}

/** A document of these lines. */
export function docOfLines(lines: readonly Line[], schema: Schema): DocNode {
  const node = (name: string, attrs: object, content: readonly DocNode[]) =>
    schema.node(name, { ...attrs }, Fragment.fromArray([...content]));
  const words = (text: string) => (text === '' ? [] : [schema.text(text)]);
  const marked = ({ text, marks, code, url }: Piece): DocNode => {
    const all: DocMark[] = marks.map((name) => schema.mark(name));
    if (code) all.push(schema.mark('code'));
    if (url !== null) all.push(schema.mark('link', { href: url }));
    return schema.text(
      text,
      all.reduce<readonly DocMark[]>((set, one) => one.addToSet(set), []),
    );
  };
  return node(
    'doc',
    {},
    lines.map((line) => {
      if (line.kind === 'code') return node('fence', { open: line.open }, words(line.text));
      if (line.kind === 'source') return node('source', {}, words(line.text));
      return node('line', { sign: line.sign }, line.of.filter(({ text }) => text !== '').map(marked));
    }),
  );
}
