/** Before many get something: whoever starts it types how many, so that nobody sends to thousands by a slip. */
import { Button, Modal, TextInput } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import { type FormEvent, useState } from 'react';
import { useFocusBack } from '../../ui/focus-back.ts';
import { figure } from '../../ui/money.ts';
import classes from './campaigns.module.css';

interface CountDialogProps {
  count: number;
  template: string;
  later: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

export default function CountDialog({ count, template, later, onConfirm, onClose }: CountDialogProps) {
  useFocusBack();
  const [typed, setTyped] = useState('');
  const right = typed.replace(/[.\s]/g, '') === String(count);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (right) onConfirm();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      title={`¿${later ? 'Programar' : 'Enviar ahora'} ${template} a ${figure(count)} clientes?`}
    >
      <form className={classes.stack} onSubmit={submit}>
        <p>Cada envío puede tener costo. Lo que sale no se puede deshacer.</p>
        <TextInput
          label={`Escribe cuántos son (${figure(count)}) para confirmar`}
          inputMode="numeric"
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div className={classes.actions}>
          <Button type="submit" disabled={!right}>
            {later ? 'Programar' : 'Enviar'}
          </Button>
          <Button variant="default" onClick={onClose}>
            Volver
          </Button>
        </div>
      </form>
    </Modal>
  );
}
