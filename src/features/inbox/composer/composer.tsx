/** Where replies and notes are written; drafts belong to conversation and mode and are shared by all tabs. */
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { lockText } from '../../../../contract/rules/lock.ts';
import type { DraftMode } from '../../../../workers/hub/surface/topics.ts';
import { lazyPart } from '../../../base/lazy-part.tsx';
import { useServerNow } from '../../../ui/use-now.ts';
import { ACTION_LABELS } from '../actions/actions.ts';
import { ChannelPart } from '../channel/lazy.ts';
import { lockView } from '../channel/lock-text.ts';
import { attachFiles } from './attach.ts';
import classes from './composer.module.css';
import type { WriteState } from './composer-state.ts';
import { Field } from './field.tsx';
import { typeInto, type WritingField } from './format/type-into.ts';
import { loadTemplatePicker } from './parts.ts';
import { useDrop } from './use-drop.ts';

const TemplatePicker = lazyPart(
  loadTemplatePicker,
  <div className={classes.blocked}>Cargando plantillas…</div>,
);

export interface ComposerHandle {
  /** @param words are added to what is written there, on a line of their own */
  focus: (mode: DraftMode, words?: string) => void;
}
interface ComposerProps {
  card: Conversation;
  write: WriteState;
  onAct: (action: 'take' | 'reopen' | 'write_again') => void;
  /** 'Enviar y cerrar' was chosen: the conversation is done with. */
  onClosing: () => void;
  handle: Ref<ComposerHandle>;
}

const AGAIN = ['reopen', 'write_again'] as const;

const MODES: readonly { mode: DraftMode; label: string }[] = [
  { mode: 'reply', label: 'Responder' },
  { mode: 'note', label: 'Nota interna' },
];

export function Composer({ card, write, onAct, onClosing, handle }: ComposerProps) {
  const [chosen, setChosen] = useState<DraftMode>('reply');
  const field = useRef<WritingField>(null);
  const frame = useRef<HTMLDivElement>(null);
  const lock = lockView(card.channel, card.last_customer_message_at, useServerNow());
  useImperativeHandle(handle, () => ({
    focus: (mode, words) => {
      setChosen(mode);
      // After the field of that mode is there.
      requestAnimationFrame(() => {
        const area = field.current;
        (area ?? frame.current?.querySelector('button'))?.focus();
        if (!area || words === undefined) return;
        const { length } = area.value;
        typeInto(area, length, length, length === 0 || area.value.endsWith('\n') ? words : `\n${words}`);
      });
    },
  }));
  const onTabKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const next = chosen === 'reply' ? 'note' : 'reply';
    setChosen(next);
    document.getElementById(`composer-tab-${next}`)?.focus();
  };
  const writable = chosen === 'reply' ? write.reply : write.note;
  const locked = chosen === 'reply' && write.reply && (lock?.locked ?? false);
  const over = useDrop(frame, writable && !locked, (files) => void attachFiles(card, chosen, files));
  return (
    <div ref={frame} className={classes.composer} data-mode={chosen}>
      <div className={classes.head}>
        <div role="tablist" aria-label="Qué escribir" className={classes.tabs}>
          {MODES.map(({ mode, label }) => (
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
        {lock && write.reply && !write.take ? (
          <span className={classes.lock} data-soon={lock.soon || lock.locked || undefined}>
            {lock.text}
          </span>
        ) : null}
      </div>
      <div role="tabpanel" id="composer-panel" aria-labelledby={`composer-tab-${chosen}`}>
        {chosen === 'reply' && write.reply && card.channel !== 'web' && card.connection_id !== undefined ? (
          <ChannelPart key={card.id} way={card} />
        ) : null}
        {chosen === 'reply' && write.take ? (
          <div className={classes.free}>
            <p id="composer-free">{write.reason}</p>
            <button type="button" className={classes.take} onClick={() => onAct('take')}>
              Tomar
            </button>
          </div>
        ) : null}
        {locked && write.take ? null : locked && !lock?.templates ? (
          <div className={classes.blocked}>
            <p>{lockText(card.channel, 'person')}</p>
          </div>
        ) : locked ? (
          <TemplatePicker key={card.id} card={card} />
        ) : writable ? (
          <Field
            key={`${card.id}-${chosen}`}
            card={card}
            mode={chosen}
            field={field}
            take={chosen === 'reply' && write.take}
            close={chosen === 'reply' && write.close}
            onClosing={onClosing}
          />
        ) : chosen === 'reply' && write.take ? null : (
          <div className={classes.blocked}>
            <p>{chosen === 'reply' ? write.reason : 'No puedes dejar notas en esta conversación.'}</p>
            {chosen === 'reply'
              ? AGAIN.filter((action) => write.over.has(action)).map((action) => (
                  <button
                    key={action}
                    type="button"
                    className={action === 'reopen' ? classes.take : classes.second}
                    onClick={() => onAct(action)}
                  >
                    {ACTION_LABELS[action]}
                  </button>
                ))
              : null}
          </div>
        )}
      </div>
      {over
        ? createPortal(
            <div className={classes.drop}>
              {chosen === 'note' ? 'Suelta para adjuntar a la nota' : 'Suelta para adjuntar'}
            </div>,
            over,
          )
        : null}
    </div>
  );
}
