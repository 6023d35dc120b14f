/** Where replies and notes are written; drafts belong to conversation and mode and are shared by all tabs. */

import IconNote from '@tabler/icons-react/dist/esm/icons/IconNote.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import type { Conversation } from '../../../contract/entities/conversation.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { DraftMode } from '../../../workers/hub/surface.ts';
import { useDraft } from '../../hub/hooks.ts';
import { failureText } from '../../ui/failure-text.ts';
import { toast } from '../../ui/toast.ts';
import classes from './composer.module.css';
import type { WriteState } from './composer-state.ts';
import { useTyping } from './use-typing.ts';

export interface ComposerHandle {
  focus: (mode: DraftMode) => void;
}
interface ComposerProps {
  card: Conversation;
  write: WriteState;
  onTake: () => void;
  handle: Ref<ComposerHandle>;
}

export function Composer({ card, write, onTake, handle }: ComposerProps) {
  const [chosen, setChosen] = useState<DraftMode>('reply');
  const field = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  useImperativeHandle(handle, () => ({
    focus: (mode) => {
      setChosen(mode);
      // After the field of that mode is there.
      requestAnimationFrame(() => (field.current ?? frame.current?.querySelector('button'))?.focus());
    },
  }));
  const modes: { mode: DraftMode; label: string }[] = [
    { mode: 'reply', label: 'Responder' },
    { mode: 'note', label: 'Nota interna' },
  ];
  const onTabKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const next = chosen === 'reply' ? 'note' : 'reply';
    setChosen(next);
    document.getElementById(`composer-tab-${next}`)?.focus();
  };
  const writable = chosen === 'reply' ? write.reply : write.note;
  return (
    <div ref={frame} className={classes.composer} data-mode={chosen}>
      <div role="tablist" aria-label="Qué escribir" className={classes.tabs}>
        {modes.map(({ mode, label }) => (
          <button
            key={mode}
            id={`composer-tab-${mode}`}
            type="button"
            role="tab"
            aria-selected={chosen === mode}
            aria-controls="composer-panel"
            tabIndex={chosen === mode ? 0 : -1}
            onClick={() => setChosen(mode)}
            onKeyDown={onTabKey}
          >
            {label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="composer-panel" aria-labelledby={`composer-tab-${chosen}`}>
        {writable ? (
          <Field key={`${card.id}-${chosen}`} card={card} mode={chosen} field={field} />
        ) : (
          <div className={classes.blocked}>
            <p>{chosen === 'reply' ? write.reason : 'No puedes dejar notas en esta conversación.'}</p>
            {write.take && chosen === 'reply' ? (
              <button type="button" className={classes.take} onClick={onTake}>
                Tomar
              </button>
            ) : null}
          </div>
        )}
      </div>
    </div>
  );
}

interface FieldProps {
  card: Conversation;
  mode: DraftMode;
  field: Ref<HTMLTextAreaElement>;
}

function Field({ card, mode, field }: FieldProps) {
  const draft = useDraft(card.bot_id, card.id, mode);
  const tellTyping = useTyping(card.bot_id, card.id);
  const note = mode === 'note';
  const text = draft.text.trim();
  const left = LIMITS.messageText - draft.text.length;
  const ready = draft.known && text !== '' && left >= 0;
  const send = () => {
    if (!ready) return;
    draft.send(text).catch((error: unknown) =>
      toast({
        color: 'red',
        title: 'No se envió',
        message: failureText(error),
        role: 'alert',
      }),
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') event.currentTarget.blur();
    // Enter that ends the composition of a letter (´ + a, IME) is not a send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={classes.field}>
      <textarea
        ref={field}
        rows={2}
        value={draft.text}
        readOnly={!draft.known}
        aria-label={note ? 'Nota interna' : 'Respuesta'}
        aria-describedby="composer-help"
        placeholder={note ? 'Nota interna: solo la ve tu equipo' : 'Escribe una respuesta…'}
        onChange={(event) => {
          draft.save(event.currentTarget.value);
          if (!note) tellTyping();
        }}
        onKeyDown={onKeyDown}
      />
      <div className={classes.foot}>
        <span id="composer-help">
          {note ? 'El cliente no verá esta nota. ' : ''}Enter envía, Mayús+Enter salta de línea
        </span>
        {left < 200 ? (
          <span className={classes.left} data-over={left < 0 || undefined} role="status">
            {left < 0 ? `Sobran ${-left} caracteres` : `Quedan ${left} caracteres`}
          </span>
        ) : null}
        <button type="button" className={classes.send} disabled={!ready} onClick={send}>
          {note ? <IconNote size={16} aria-hidden="true" /> : <IconSend size={16} aria-hidden="true" />}
          {note ? 'Guardar nota' : 'Enviar'}
        </button>
      </div>
    </div>
  );
}
