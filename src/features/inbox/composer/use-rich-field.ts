/** Which of the two fields an agent writes in: their choice, kept by this browser. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { loadChunk } from '../../../base/lazy-screen.ts';
import { useStored } from '../../../ui/stored-state.ts';
import { toastFailure } from '../../../ui/toast.ts';
import type { WritingField } from './format/type-into.ts';
import { loadRichField } from './parts.ts';

type RichField = Awaited<ReturnType<typeof loadRichField>>['default'];

const isOn = (stored: unknown) => stored === true;
let came: RichField | null = null;

/**
 * @param fits whether what is written there has marks at all
 * @returns `Rich`: the field with formats; null: the plain one, also until the other one is there or where it can't be loaded
 */
export function useRichField(field: RefObject<WritingField | null>, fits: boolean) {
  const [on, setOn] = useStored('inbox-rich-editor', isOn);
  const [Rich, setRich] = useState(() => came);
  /** Where the cursor stood in the text; null: elsewhere. */
  const caret = useRef<number | null>(null);
  const wanted = on && fits;
  const shown = wanted && Rich !== null;
  const keepCaret = () => {
    const area = field.current;
    caret.current = area?.contains(document.activeElement) ? area.selectionStart : null;
  };
  useEffect(() => {
    if (!wanted || Rich) return;
    let waited = true;
    loadChunk(loadRichField).then(
      (part) => {
        came = part.default;
        if (!waited) return;
        const area = field.current;
        caret.current = area?.contains(document.activeElement) ? area.selectionStart : null;
        setRich(() => part.default);
      },
      (error: unknown) => waited && toastFailure('No se pudo cargar el editor con formato', error),
    );
    return () => {
      waited = false;
    };
  }, [wanted, Rich, field]);
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
      keepCaret();
      setOn(!on);
    },
  };
}
