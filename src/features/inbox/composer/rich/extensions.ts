/** What the editor does while one writes: signs become marks, undo, what the customer will see of lists. */
import { type Editor, Extension, type Extensions, InputRule, markInputRule } from '@tiptap/core';
import { history, redo, undo } from '@tiptap/pm/history';
import type { Node as DocNode } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { safeAddress } from '../../../../../contract/rules/web-address.ts';
import type { Dialect } from '../format/marks.ts';
import { draftOfDoc, turnInto } from './draft-of-doc.ts';
import { kindOfSign, withoutSign } from './formats.ts';
import { docOfLines, SCHEMA_PARTS } from './schema.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    house: {
      /** The chosen words lead to an address; one that is none changes nothing. */
      setLink: (to: { href: string }) => ReturnType;
      unsetLink: () => ReturnType;
    };
  }
}

export const extensionsOf = (dialect: Dialect): Extensions => [
  ...SCHEMA_PARTS,
  Extension.create({
    name: 'house',
    addCommands: () => ({
      setLink:
        ({ href }) =>
        ({ commands, state }) => {
          const url = addressOf(href);
          if (url === null) return false;
          return state.selection.empty
            ? commands.insertContent(url)
            : commands.setMark('link', { href: url });
        },
      unsetLink:
        () =>
        ({ commands }) =>
          commands.unsetMark('link'),
    }),
    addKeyboardShortcuts() {
      return {
        'Mod-z': ({ editor }) => undo(editor.state, editor.view.dispatch),
        'Mod-y': ({ editor }) => redo(editor.state, editor.view.dispatch),
        'Shift-Mod-z': ({ editor }) => redo(editor.state, editor.view.dispatch),
        Backspace: takeSign,
      };
    },
    addInputRules() {
      const { marks } = this.editor.schema;
      const rule = (name: 'strong' | 'em' | 'strike' | 'code', sign: string) => {
        const type = marks[name];
        if (!type) return [];
        const [own, char] = [sign.replace(/\*/g, '\\*'), `\\${sign.charAt(0)}`];
        return [
          markInputRule({
            find: new RegExp(`(?:^|[\\s(¡¿"'])(${own}(?![${char}\\s])([^${char}]*[^${char}\\s])${own})$`),
            type,
          }),
        ];
      };
      return [
        ...rule('strong', dialect.inline.strong),
        ...rule('em', dialect.inline.em),
        ...(dialect.inline.strong === '*' ? [] : rule('em', '*')),
        ...rule('strike', dialect.inline.strike),
        ...rule('code', '`'),
        new InputRule({
          find: /^((?:[-*•]|\d{1,3}[.)])|>)\s$/,
          handler: ({ state, range, match }) => {
            const { $from } = state.selection;
            const words = $from.parent.type.name === 'line' && $from.parent.attrs.sign === '';
            if (!words) return;
            state.tr
              .delete(range.from, range.to)
              .setNodeAttribute($from.before(), 'sign', `${match[1] ?? '-'} `);
          },
        }),
      ];
    },
    addProseMirrorPlugins() {
      const { editor } = this;
      return [
        history(),
        new Plugin({
          // The document becomes what its text says, where the channel can't say it.
          appendTransaction: (all, _before, state) => {
            if (!all.some(({ docChanged }) => docChanged)) return null;
            if (editor.isInitialized && editor.view.composing) return null;
            const { instead } = draftOfDoc(state.doc, dialect);
            return instead === null ? null : turnInto(state.tr, docOfLines(instead, state.schema));
          },
        }),
        new Plugin<DecorationSet>({
          state: {
            init: (_config, { doc }) => looksOf(doc),
            apply: (tr, looks) => (tr.docChanged ? looksOf(tr.doc) : looks),
          },
          props: {
            decorations(state) {
              return this.getState(state);
            },
          },
        }),
      ];
    },
  }),
];

function takeSign({ editor }: { editor: Editor }): boolean {
  const tr = withoutSign(editor.state);
  if (tr) editor.view.dispatch(tr);
  return tr !== null;
}

/** Somebody writes 'tienda.cl' and means the place. A bracket that closes would end the link. */
function addressOf(written: string): string | null {
  const named = written.trim();
  return safeAddress((/^https?:\/\//i.test(named) ? named : `https://${named}`).replaceAll(')', '%29'));
}

/** What stands before a line, as the customer will see it: an item without neighbours is no list. */
function looksOf(doc: DocNode): DecorationSet {
  const kinds = doc.children.map((node) => kindOfSign(String(node.attrs.sign ?? '')));
  const signs = doc.children.map((node) => String(node.attrs.sign ?? ''));
  const looks: Decoration[] = [];
  let first = 0;
  doc.forEach((node, at, index) => {
    const kind = kinds[index] ?? null;
    if (kind === null) return;
    if (kinds[index - 1] !== kind) first = index;
    const listed = kinds[index - 1] === kind || kinds[index + 1] === kind;
    const number = Number(/\d+/.exec(signs[first] ?? '')?.[0] ?? 1) + index - first;
    const sign = signs[index] ?? '';
    const label =
      kind === 'bullets' || kind === 'numbers'
        ? listed
          ? kind === 'bullets'
            ? '•'
            : `${number}.`
          : sign.trim()
        : '';
    const depth = Math.min(2, Math.floor((/^\s*/.exec(sign)?.[0].length ?? 0) / 2));
    looks.push(
      Decoration.node(at, at + node.nodeSize, {
        'data-kind': kind,
        'data-label': label,
        'data-depth': String(depth),
      }),
    );
  });
  return DecorationSet.create(doc, looks);
}
