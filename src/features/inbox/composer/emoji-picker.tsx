/** Emoji by groups and words, in Spanish. */
import es from 'emoji-picker-element/i18n/es.js';
import Picker from 'emoji-picker-element/picker.js';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { EMOJI } from './emoji-data.ts';
import classes from './emoji-picker.module.css';

interface EmojiPickerProps {
  onChoose: (emoji: string) => void;
  onClose: () => void;
}

export default function EmojiPicker({ onChoose, onClose }: EmojiPickerProps) {
  useFocusBack();
  const frame = useRef<HTMLDivElement>(null);
  const chosen = useEffectEvent((emoji: string | undefined) => {
    if (emoji) onChoose(emoji);
  });
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const picker = new Picker({ ...EMOJI, i18n: es });
    picker.addEventListener('emoji-click', (event) => chosen(event.detail.unicode));
    frame.current?.append(picker);
    const search = requestAnimationFrame(() => picker.shadowRoot?.querySelector('input')?.focus());
    const onPointer = (event: PointerEvent) => {
      const { target } = event;
      // The button that opened it closes it, too.
      if (!(target instanceof Element) || target.closest('[role="toolbar"]')) return;
      if (!frame.current?.contains(target)) close();
    };
    addEventListener('pointerdown', onPointer);
    return () => {
      cancelAnimationFrame(search);
      removeEventListener('pointerdown', onPointer);
      picker.remove();
    };
  }, []);
  return (
    <div
      ref={frame}
      role="dialog"
      aria-label="Emojis"
      className={classes.frame}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    />
  );
}
