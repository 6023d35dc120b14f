/** Which columns the list shows, and in which order; this browser remembers it for the bot. */
import { Button, Checkbox, Group, Modal } from '@mantine/core';
import '../../../ui/dialog-styles.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Group.layer.css';
import { useState } from 'react';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { SortableList } from '../../../ui/sortable-list.tsx';
import classes from './clients.module.css';
import { type Column, readColumns, shownColumns } from './columns.ts';

interface ColumnsDialogProps {
  chosen: readonly string[];
  all: readonly Column[];
  onChange: (names: readonly string[]) => void;
  onClose: () => void;
}

export default function ColumnsDialog({ chosen, all, onChange, onClose }: ColumnsDialogProps) {
  useFocusBack();
  // The shown ones first, as they stand; the others below, so that nothing jumps while one chooses.
  const arrange = (names: readonly string[]) => {
    const shown = shownColumns(names, all);
    return [...shown, ...all.filter((column) => !shown.includes(column))].map(({ name, label }) => ({
      key: name,
      label,
    }));
  };
  const [items, setItems] = useState(() => arrange(chosen));
  const [on, setOn] = useState<ReadonlySet<string>>(new Set(chosen));
  const apply = (order: typeof items, shown: ReadonlySet<string>) => {
    setItems(order);
    setOn(shown);
    onChange(order.map(({ key }) => key).filter((key) => shown.has(key)));
  };
  const toggle = (key: string) => {
    const shown = new Set(on);
    if (!shown.delete(key)) shown.add(key);
    apply(items, shown);
  };
  const usual = readColumns(null);
  return (
    <Modal opened onClose={onClose} title="Columnas de la lista" centered>
      <SortableList
        items={items}
        label="Columnas"
        nameOf={({ label }) => label}
        onOrder={(order) => apply(order, on)}
      >
        {({ key, label }) => (
          <div className={classes.column}>
            <Checkbox label={label} checked={on.has(key)} onChange={() => toggle(key)} />
          </div>
        )}
      </SortableList>
      <Group justify="space-between" mt="lg">
        <Button variant="subtle" onClick={() => apply(arrange(usual), new Set(usual))}>
          Volver a las de siempre
        </Button>
        <Button onClick={onClose}>Listo</Button>
      </Group>
    </Modal>
  );
}
