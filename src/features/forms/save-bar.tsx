/** The end of a form that is saved as a whole: what is not saved yet, the way back, the button. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { TEXTS } from '../../../contract/texts.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { type FormAct, type FormValue, giveUp } from './form-act.ts';
import classes from './save-bar.module.css';

interface SaveBarProps {
  form: FormValue;
  /** Saving first. */
  acts: readonly [Pick<FormAct, 'isPending' | 'reset'>, ...Pick<FormAct, 'reset'>[]];
  allowed: boolean;
  /** Why it is not, where it is not one's role. */
  why?: string;
  /** What else can be done, before the button that saves. */
  beside?: ReactNode;
  children?: string;
}

export function SaveBar({
  form,
  acts,
  allowed,
  why = TEXTS.noSavePermission,
  beside,
  children = 'Guardar',
}: SaveBarProps) {
  const { dirty, found } = form;
  const saving = acts[0].isPending;
  return (
    <div className={classes.foot}>
      <p role="status">
        {dirty ? (found ? 'Recuperamos cambios que no habías guardado.' : 'Hay cambios sin guardar.') : ''}
      </p>
      {beside}
      {dirty ? (
        <Button variant="default" disabled={saving} onClick={() => giveUp(form, acts)}>
          Deshacer
        </Button>
      ) : null}
      <AllowedButton type="submit" allowed={allowed} why={why} loading={saving}>
        {children}
      </AllowedButton>
    </div>
  );
}
