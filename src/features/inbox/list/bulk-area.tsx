/** One area for many conversations. */
import { Button, Group, Modal } from '@mantine/core';
import '../../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import { useState } from 'react';
import type { BulkChange } from '../../../../contract/calls/inbox-bulk.ts';
import type { Area } from '../../../../contract/states.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { AreaChoice } from '../actions/area-choice.tsx';
import { conversations } from './bulk-actions.ts';
import classes from './bulk-bar.module.css';

interface BulkAreaProps {
  count: number;
  onClose: () => void;
  onChange: (change: BulkChange) => void;
}

export default function BulkArea({ count, onClose, onChange }: BulkAreaProps) {
  useFocusBack();
  const [category, setCategory] = useState<Area | null>();
  const [missing, setMissing] = useState(false);
  return (
    <Modal opened onClose={onClose} title={`Área de ${conversations(count)}`} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (category === undefined) return setMissing(true);
          onChange({ category });
        }}
      >
        <AreaChoice
          value={category}
          onChange={(area) => {
            setCategory(area);
            setMissing(false);
          }}
        />
        {missing ? (
          <p role="alert" className={classes.fault}>
            Elige un área para las conversaciones.
          </p>
        ) : null}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit">Cambiar</Button>
        </Group>
      </form>
    </Modal>
  );
}
