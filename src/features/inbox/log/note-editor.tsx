/** A note's wording in the place of its text. */
import { useEffect, useRef, useState } from 'react';
import type { Message } from '../../../../contract/entities/message.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import classes from './message-bubble.module.css';
import { useNoteChange } from './use-note-change.ts';

export default function NoteEditor({ note, onDone }: { note: Message; onDone: () => void }) {
  const [text, setText] = useState(note.text);
  const change = useNoteChange(note);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(note.text.length, note.text.length);
  }, [note.text.length]);
  const blank = text.trim() === '' && note.attachments.length === 0;
  const save = () => {
    if (blank || change.isPending) return;
    if (text === note.text) return onDone();
    change.mutate(text, { onSuccess: onDone });
  };
  return (
    <form
      className={classes.editor}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <textarea
        ref={field}
        value={text}
        maxLength={LIMITS.messageText}
        aria-label="Texto de la nota"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          save();
        }}
      />
      {change.problem ? <p role="alert">{change.problem}</p> : null}
      <div>
        <button type="submit" disabled={blank || change.isPending}>
          {change.isPending ? 'Guardando…' : 'Guardar nota'}
        </button>
        <button type="button" onClick={onDone}>
          Cancelar
        </button>
      </div>
    </form>
  );
}
