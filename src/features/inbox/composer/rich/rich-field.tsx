/** The field where an answer or a note is written as it will look. Its text is the draft, as in the plain one. */
import { RichTextEditor } from '@mantine/tiptap';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Input.layer.css';
import { getSchema } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { type Editor, useEditor, useEditorState } from '@tiptap/react';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { FORMAT_BUTTONS, RICH_SWITCH } from '../format/buttons.ts';
import type { Dialect, Format } from '../format/marks.ts';
import type { Press, WritingField } from '../format/type-into.ts';
import { docPlace, draftOfDoc, textPlace, turnInto, typeText } from './draft-of-doc.ts';
import { extensionsOf } from './extensions.ts';
import { applyToDoc, isFormatted, newLine } from './formats.ts';
import classes from './rich-field.module.css';
import { docOfLines, linesOfBlocks } from './schema.ts';
import { readDraft, writeDraft } from './write-draft.ts';

/** After the end of a composition its letters are read by then (ms). */
const COMPOSED = 50;

export interface RichFieldProps {
  dialect: Dialect;
  field: RefObject<WritingField | null>;
  text: string;
  /** Whether the draft is there: until then nothing can be written. */
  known: boolean;
  label: string;
  placeholder: string;
  describedBy: string;
  /** Whether the buttons are shown. */
  bar: boolean;
  onChange: (text: string) => void;
  /** Whether a text of this length is not for here; the cursor would stand at this place of it. */
  leaves: (length: number, place: number) => boolean;
  /** The cursor stands elsewhere, or the words are others. */
  onLook: (area: WritingField) => void;
  onBlur: () => void;
  /** @returns true: the key is taken */
  onPress: (press: Press) => boolean;
  /** @returns true: it is taken */
  onPaste: (data: DataTransfer) => boolean;
  /** The plain field is wished for. */
  onPlain: () => void;
}

export default function RichField(props: RichFieldProps) {
  const { dialect, field, text, known, label, placeholder, describedBy, bar } = props;
  const now = useRef(props);
  /** The draft as it stands here. */
  const shown = useRef(text);
  const options = useMemo(() => {
    const extensions = extensionsOf(dialect);
    return {
      extensions,
      content: docOfLines(readDraft(shown.current, dialect), getSchema(extensions)).toJSON(),
    };
  }, [dialect]);
  const area = useRef<WritingField | null>(null);
  const editor = useEditor(
    {
      ...options,
      injectCSS: false,
      shouldRerenderOnTransaction: false,
      editorProps: {
        handleKeyDown: (view, event) =>
          !view.composing && !event.isComposing && now.current.onPress(event) && taken(event),
        // Before the editor would read what is foreign: its HTML may be of any size and depth.
        handleDOMEvents: {
          paste: (view, event) => {
            event.preventDefault();
            const data = event.clipboardData;
            if (!data || now.current.onPaste(data)) return true;
            const { from, to } = view.state.selection;
            const place = (at: number) => textPlace(view.state.doc, at, dialect);
            put(view, now.current, place(from), place(to), wordsOf(data));
            return true;
          },
          drop: (view, event) => {
            // What is moved within is the editor's own.
            if (view.dragging) return false;
            event.preventDefault();
            const found = view.posAtCoords({ left: event.clientX, top: event.clientY });
            const at = found && textPlace(view.state.doc, found.pos, dialect);
            if (at !== null && event.dataTransfer)
              put(view, now.current, at, at, wordsOf(event.dataTransfer));
            return true;
          },
          compositionend: (view) => {
            // Its letters are in the document by then; until it ended, nothing was changed under it.
            setTimeout(() => {
              if (view.isDestroyed || view.composing) return;
              const { tr, doc, schema } = view.state;
              const { instead } = draftOfDoc(doc, dialect);
              if (instead !== null) view.dispatch(turnInto(tr, docOfLines(instead, schema)));
            }, COMPOSED);
          },
        },
        clipboardTextSerializer: ({ content }) => {
          const lines = linesOfBlocks(content.content);
          // Words of one line are no list.
          const own = lines.map((line) =>
            line.kind === 'line' && lines.length === 1 ? { ...line, sign: '' } : line,
          );
          return writeDraft(own, dialect).text;
        },
      },
      onUpdate: ({ editor: own }) => {
        const next = draftOfDoc(own.state.doc, dialect).text;
        if (next !== shown.current) {
          shown.current = next;
          const { doc, selection } = own.state;
          now.current.leaves(next.length, textPlace(doc, selection.from, dialect));
          now.current.onChange(next);
        }
        if (area.current) now.current.onLook(area.current);
      },
      onSelectionUpdate: () => area.current && now.current.onLook(area.current),
      onBlur: () => now.current.onBlur(),
    },
    [options],
  );
  useLayoutEffect(() => {
    now.current = props;
  });
  useEffect(() => {
    const own = fieldOf(editor, now);
    area.current = own;
    field.current = own;
    return () => {
      if (field.current === own) field.current = null;
    };
  }, [editor, field]);
  useEffect(() => {
    // Another tab wrote, it was sent, or something was put there beside the field.
    if (text === shown.current) return;
    shown.current = text;
    const { state, view } = editor;
    view.dispatch(
      turnInto(state.tr, docOfLines(readDraft(text, dialect), state.schema))
        .setMeta('addToHistory', false)
        .setMeta('preventUpdate', true),
    );
  }, [text, editor, dialect]);
  // Not at each key: either makes the whole view look at itself again.
  useEffect(() => {
    editor.setEditable(known, false);
  }, [editor, known]);
  useEffect(() => {
    const own = {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      'aria-placeholder': placeholder,
      'aria-describedby': describedBy,
      'aria-autocomplete': 'list',
      'aria-readonly': String(!known),
      'data-placeholder': placeholder,
    };
    for (const [name, value] of Object.entries(own)) editor.view.dom.setAttribute(name, value);
  }, [editor, known, label, placeholder, describedBy]);
  const empty = text === '';
  useEffect(() => {
    editor.view.dom.toggleAttribute('data-empty', empty);
  }, [editor, empty]);
  // The same at each key: who writes waits for their letter alone.
  return useMemo(
    () => (
      <RichTextEditor
        editor={editor}
        className={classes.editor ?? ''}
        withTypographyStyles={false}
        withCodeHighlightStyles={false}
        labels={{
          linkControlLabel: 'Enlace',
          linkEditorInputLabel: 'Dirección del enlace',
          linkEditorInputPlaceholder: 'https://ejemplo.cl',
          linkEditorSave: 'Guardar',
        }}
      >
        {bar ? <Bar editor={editor} dialect={dialect} onPlain={() => now.current.onPlain()} /> : null}
        <RichTextEditor.Content className={classes.content ?? ''} />
      </RichTextEditor>
    ),
    [editor, bar, dialect],
  );
}

function taken(event: KeyboardEvent): true {
  event.preventDefault();
  return true;
}

const wordsOf = (data: DataTransfer): string => data.getData('text/plain').replaceAll('\r\n', '\n');

/** Puts words in place of a part of the draft; where it gets too long for here, it is the plain field's with all of them. */
function put(view: EditorView, props: RichFieldProps, from: number, to: number, words: string): void {
  const { dialect, leaves, onChange } = props;
  const { text } = draftOfDoc(view.state.doc, dialect);
  const next = text.slice(0, from) + words + text.slice(to);
  if (leaves(next.length, from + words.length)) onChange(next);
  else if (next !== text) view.dispatch(typeText(view.state.tr, from, to, words, dialect));
}

/** The editor as what stands around it sees a field: by the places of its text. */
function fieldOf(editor: Editor, props: RefObject<RichFieldProps>): WritingField {
  const { dialect } = props.current;
  const place = (at: number) => textPlace(editor.state.doc, at, dialect);
  const { view } = editor;
  return {
    get value() {
      return draftOfDoc(editor.state.doc, dialect).text;
    },
    get selectionStart() {
      return place(editor.state.selection.from);
    },
    get selectionEnd() {
      return place(editor.state.selection.to);
    },
    focus: () => view.focus(),
    blur: () => view.dom.blur(),
    contains: (node) => view.dom.contains(node),
    setSelectionRange: (from, to) => {
      const { doc, tr } = editor.state;
      view.dispatch(
        tr.setSelection(TextSelection.create(doc, docPlace(doc, from, dialect), docPlace(doc, to, dialect))),
      );
    },
    setAttribute: (name, value) => view.dom.setAttribute(name, value),
    removeAttribute: (name) => view.dom.removeAttribute(name),
    rich: {
      type: (from, to, words) => put(view, props.current, from, to, words),
      format: (format) => format !== 'link' && applyToDoc(editor.state, format, view.dispatch),
      newLine: () => view.dispatch(newLine(editor.state)),
    },
  };
}

function Bar({ editor, dialect, onPlain }: { editor: Editor; dialect: Dialect; onPlain: () => void }) {
  const active = useEditorState({
    editor,
    selector: ({ editor: own }) =>
      FORMAT_BUTTONS.filter(({ format }) => isFormatted(own.state, format)).map(({ format }) => format),
  });
  const press = (format: Exclude<Format, 'link'>) => {
    editor.view.focus();
    applyToDoc(editor.state, format, editor.view.dispatch);
  };
  return (
    <RichTextEditor.Toolbar role="toolbar" aria-label="Formato" className={classes.bar ?? ''}>
      {FORMAT_BUTTONS.map(({ format, label, keys, Icon }) =>
        format === 'link' ? (
          dialect.links ? (
            <RichTextEditor.Link
              key={format}
              icon={() => <Icon size={18} aria-hidden="true" />}
              disableTooltips
              classNames={{
                linkEditorExternalControl: classes.hidden ?? '',
                linkEditor: classes.link ?? '',
              }}
            />
          ) : null
        ) : (
          <RichTextEditor.Control
            key={format}
            aria-label={label}
            title={keys ? `${label} (${keys})` : label}
            active={active.includes(format)}
            aria-pressed={active.includes(format)}
            onClick={() => press(format)}
          >
            <Icon size={18} aria-hidden="true" />
          </RichTextEditor.Control>
        ),
      )}
      <RichTextEditor.Control
        aria-label={RICH_SWITCH.label}
        title={`${RICH_SWITCH.label} (${RICH_SWITCH.keys})`}
        active
        onClick={onPlain}
      >
        <RICH_SWITCH.Icon size={18} aria-hidden="true" />
      </RichTextEditor.Control>
    </RichTextEditor.Toolbar>
  );
}
