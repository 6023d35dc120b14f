/** A form in a drawer, about one thing of a list: closing asks for what is not saved, deleting asks first. */
import { Button, Drawer } from '@mantine/core';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import type { FormEvent, ReactNode } from 'react';
import { TEXTS } from '../../../contract/texts.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { ask, useTopDialog } from '../../ui/dialogs/dialogs.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { type Typed, useLeaveGuard } from '../../ui/use-typed.ts';
import { useWide } from '../../ui/use-wide.ts';
import classes from './drawer-form.module.css';
import type { FormAct } from './form-act.ts';
import { FormNotes } from './form-notes.tsx';

interface DrawerFormProps {
  title: string;
  /** Of the drawer, where the screen is wide. */
  width: string;
  form: Pick<Typed<unknown>, 'dirty' | 'found' | 'revision' | 'forget' | 'isDirty'>;
  save: FormAct;
  /** Null: there is nothing to delete yet. */
  remove: { act: FormAct; allowed: boolean; ask: () => Promise<void> } | null;
  allowed: boolean;
  /** What is lost when it is closed now. */
  leaving: string;
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
  children: ReactNode;
}

export function DrawerForm({
  title,
  width,
  form,
  save,
  remove,
  allowed,
  leaving,
  onSubmit,
  onClose,
  children,
}: DrawerFormProps) {
  useFocusBack();
  useLeaveGuard(form);
  const wide = useWide();
  const covered = useTopDialog() !== null;
  const close = async () => {
    if (form.isDirty()) {
      const leave = await ask({
        title: '¿Salir sin guardar?',
        text: leaving,
        confirm: 'Salir sin guardar',
        cancel: 'Seguir editando',
        danger: true,
      });
      if (!leave) return;
      form.forget();
    }
    onClose();
  };
  return (
    <Drawer
      opened
      onClose={() => void close()}
      closeOnEscape={!covered}
      trapFocus={!covered}
      position="right"
      size={wide ? width : '100%'}
      title={title}
      classNames={{ title: classes.title }}
    >
      <form onSubmit={onSubmit} noValidate className={classes.form}>
        <FormNotes
          form={form}
          acts={remove ? [save, remove.act] : [save]}
          found="Recuperamos lo que habías escrito y no guardaste."
          allowed={allowed}
        />
        {children}
        <footer className={classes.foot}>
          {remove ? (
            <AllowedButton
              allowed={remove.allowed}
              why={TEXTS.noActionPermission}
              variant="default"
              loading={remove.act.isPending}
              onClick={() => void remove.ask()}
            >
              Eliminar
            </AllowedButton>
          ) : null}
          <span className={classes.spring} />
          <Button variant="default" onClick={() => void close()}>
            {form.dirty ? 'Cancelar' : 'Cerrar'}
          </Button>
          <AllowedButton
            allowed={allowed}
            why={TEXTS.noSavePermission}
            type="submit"
            loading={save.isPending}
          >
            Guardar
          </AllowedButton>
        </footer>
      </form>
    </Drawer>
  );
}
