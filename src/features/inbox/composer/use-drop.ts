/** Files dragged onto the conversation. Beside it they do nothing: the browser would leave the page for them. */
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

const hasFiles = (event: DragEvent): event is DragEvent & { dataTransfer: DataTransfer } =>
  event.dataTransfer?.types.includes('Files') ?? false;

/**
 * @param inside something inside the conversation's `section`, which takes the files
 * @param allowed whether files can be attached at all now
 * @returns the section while files are held over it
 */
export function useDrop(
  inside: RefObject<HTMLElement | null>,
  allowed: boolean,
  onFiles: (files: File[]) => void,
): HTMLElement | null {
  const [over, setOver] = useState<HTMLElement | null>(null);
  const dropped = useEffectEvent(onFiles);
  useEffect(() => {
    const section = inside.current?.closest('section') ?? null;
    const isOver = (event: DragEvent) =>
      allowed && section !== null && event.target instanceof Node && section.contains(event.target);
    const onDrag = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      const here = isOver(event);
      event.dataTransfer.dropEffect = here ? 'copy' : 'none';
      setOver(here ? section : null);
    };
    const onLeave = (event: DragEvent) => {
      // Out of the window: nothing is entered instead.
      if (event.relatedTarget === null) setOver(null);
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(null);
      if (isOver(event)) dropped([...event.dataTransfer.files]);
    };
    addEventListener('dragenter', onDrag);
    addEventListener('dragover', onDrag);
    addEventListener('dragleave', onLeave);
    addEventListener('drop', onDrop);
    return () => {
      removeEventListener('dragenter', onDrag);
      removeEventListener('dragover', onDrag);
      removeEventListener('dragleave', onLeave);
      removeEventListener('drop', onDrop);
    };
  }, [inside, allowed]);
  return over;
}
