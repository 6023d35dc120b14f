/** The address of a file that is still in this browser, for its preview. */
import { useEffect, useState } from 'react';
import { hub } from '../../../hub/hooks.ts';

/** @returns null while it is not known, or when this browser no longer has it */
export function useFileUrl(fileId: string): string | null {
  const [url, setUrl] = useState<string | null>(null);
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
      if (made) URL.revokeObjectURL(made);
    };
  }, [fileId]);
  return url;
}
