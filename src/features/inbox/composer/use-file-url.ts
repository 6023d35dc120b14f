/** The address of a file that is still in this browser, for its preview. */
import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react';
import { hub } from '../../../hub/hooks.ts';
import { endFileUrl } from '../../../ui/end-file-url.ts';

type Shown = HTMLImageElement | HTMLMediaElement;

interface FileUrl {
  /** Null while it is not known, or when this browser no longer has it. */
  url: string | null;
  /** The `ref` of what shows it. */
  shownBy: RefCallback<Shown>;
}

/** The address of a file of a draft, read from the hub; it ends when what shows it is gone. */
export function useFileUrl(fileId: string): FileUrl {
  const [url, setUrl] = useState<string | null>(null);
  // Kept beyond its end: the address ends after the element was taken off the page.
  const shown = useRef<Shown | null>(null);
  const shownBy = useCallback((element: Shown | null) => {
    if (element) shown.current = element;
  }, []);
  useEffect(() => {
    let made: string | null = null;
    let left = false;
    hub()
      .fileOf(fileId)
      .then((blob) => {
        if (!blob || left) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      })
      .catch((error: unknown) => console.warn('No preview.', error));
    return () => {
      left = true;
      if (made) endFileUrl(made, shown.current);
    };
  }, [fileId]);
  return { url, shownBy };
}
