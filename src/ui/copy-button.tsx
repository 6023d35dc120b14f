/** A button that copies a text, says that it did, and says what to do where the browser refuses. */
import { Button } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import { useState } from 'react';
import { TEXTS } from '../../contract/texts.ts';
import { showError } from './dialogs/dialogs.ts';

/** How long 'Copiado' stands, in milliseconds. */
const COPIED_LASTS = 2_000;

interface CopyButtonProps {
  /** Asked at the moment of copying. */
  text: () => string;
  label: string;
  /** What a screen reader says. */
  copied: string;
  /** What people can do where the browser refuses. */
  otherwise?: string;
  variant?: 'default' | 'filled';
}

export function CopyButton({ text, label, copied, otherwise, variant = 'filled' }: CopyButtonProps) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setDone(true);
      setTimeout(() => setDone(false), COPIED_LASTS);
    } catch (error) {
      console.warn('The browser did not copy.', error);
      await showError(TEXTS.copyFailed, otherwise ?? null);
    }
  };
  const Icon = done ? IconCheck : IconCopy;
  return (
    <>
      <Button
        variant={variant}
        onClick={() => void copy()}
        leftSection={<Icon size={16} aria-hidden="true" />}
      >
        {done ? 'Copiado' : label}
      </Button>
      <span role="status" className="visually-hidden">
        {done ? copied : ''}
      </span>
    </>
  );
}
