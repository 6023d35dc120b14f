/** The end of a form that is saved as a whole: what is not saved yet, the way back, the button. */
import { Button } from '@mantine/core';
import { TEXTS } from '../../../contract/texts.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import classes from './bots.module.css';

interface SaveBarProps {
  dirty: boolean;
  /** What was typed on an earlier visit waits here. */
  found: boolean;
  allowed: boolean;
  saving: boolean;
  onUndo: () => void;
  children?: string;
}

export function SaveBar({ dirty, found, allowed, saving, onUndo, children = 'Guardar' }: SaveBarProps) {
  return (
    <div className={classes.foot}>
      <p role="status">
        {dirty ? (found ? 'Recuperamos cambios que no habías guardado.' : 'Hay cambios sin guardar.') : ''}
      </p>
      {dirty ? (
        <Button variant="default" disabled={saving} onClick={onUndo}>
          Deshacer
        </Button>
      ) : null}
      <AllowedButton type="submit" allowed={allowed} why={TEXTS.noSavePermission} loading={saving}>
        {children}
      </AllowedButton>
    </div>
  );
}
