/** Which of the two fields an agent writes in: their choice, kept by this browser. */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { loadChunk } from '../../../base/lazy-screen.ts';
import { useStored } from '../../../ui/stored-state.ts';
import { toast, toastFailure } from '../../../ui/toast.ts';
import type { WritingField } from './format/type-into.ts';
import { loadRichField } from './format-parts.ts';

type RichField = Awaited<ReturnType<typeof loadRichField>>['default'];

const isOn = (stored: unknown) => stored === true;
let came: RichField | null = null;

/** Where the cursor stands in the text; null: elsewhere. */
const caretOf = (area: WritingField | null): number | null =>
  area?.contains(document.activeElement) ? area.selectionStart : null;

/** Characters beyond which a text stays in the plain field: no answer is as long, and each key would cost more. */
const LONGEST = 6_000;

const TOO_LONG = `El editor con formato es para textos de hasta ${LONGEST.toLocaleString('es-CL')} caracteres.`;

/**
 * @param text the draft
 * @param fits whether what is written there has marks at all
 * @returns `Rich`: the field with formats; null: the plain one, also until the other one is there or where it can't be loaded
 */
export function useRichField(field: RefObject<WritingField | null>, fits: boolean, text: string) {
  const [on, setOn] = useStored('inbox-rich-editor', isOn);
  const [Rich, setRich] = useState(() => came);
  /** Where the cursor stood in the text; null: elsewhere. */
  const caret = useRef<number | null>(null);
  /** The text was too long, and is still there. */
  const [long, setLong] = useState(false);
  const isLong = long ? text !== '' : text.length > LONGEST;
  const wanted = on && fits && !long && !isLong;
  const shown = wanted && Rich !== null;
  const keepCaret = useEffectEvent(() => {
    caret.current = caretOf(field.current);
  });
  useLayoutEffect(() => {
    if (isLong === long) return;
    if (!isLong) keepCaret();
    setLong(isLong);
  }, [isLong, long]);
  useEffect(() => {
    if (!wanted || Rich) return;
    let waited = true;
    loadChunk(loadRichField).then(
      (part) => {
        came = part.default;
        if (!waited) return;
        keepCaret();
        setRich(() => part.default);
      },
      (error: unknown) => waited && toastFailure('No se pudo cargar el editor con formato', error),
    );
    return () => {
      waited = false;
    };
  }, [wanted, Rich]);
  // One goes on writing where one was.
  useEffect(() => {
    const area = field.current;
    if (caret.current === null || !area) return;
    if (shown !== (area.rich !== undefined)) return;
    area.focus();
    area.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [shown, field]);
  return {
    Rich: shown ? Rich : null,
    switchRich: () => {
      if (on && long) return toast({ message: TOO_LONG, role: 'status' });
      caret.current = caretOf(field.current);
      setOn(!on);
    },
    /** Whether a text of this length is for the plain field, which is given the cursor at this place of it. */
    leavesRich: (length: number, place: number) => {
      if (length <= LONGEST) return false;
      caret.current = place;
      return true;
    },
  };
}
