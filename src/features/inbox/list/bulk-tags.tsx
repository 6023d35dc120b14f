/** Tags that many conversations get or lose; their other ones stay. */
import { Button, Group, Modal, TextInput } from '@mantine/core';
import '../../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import { useId, useState } from 'react';
import type { BulkChange } from '../../../../contract/calls/inbox-bulk.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { usePlace } from '../../../bot/place-context.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { conversations } from './bulk-actions.ts';
import { useTags } from './list-queries.ts';

interface BulkTagsProps {
  count: number;
  botId: number;
  onClose: () => void;
  onChange: (change: BulkChange) => void;
}

export default function BulkTags({ count, botId, onClose, onChange }: BulkTagsProps) {
  useFocusBack();
  const { user } = usePlace();
  const { data: known = [] } = useTags(botId, user.id);
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const read = (): string[] | null => {
    const tags = [...new Set(typed.split(',').map((tag) => tag.trim()))].filter((tag) => tag !== '');
    if (tags.length === 0) setFault('Escribe al menos una etiqueta.');
    else if (tags.some((tag) => tag.length > LIMITS.tagText))
      setFault(`Cada etiqueta puede tener hasta ${LIMITS.tagText} letras.`);
    else return tags;
    return null;
  };
  const add = () => {
    const add_tags = read();
    if (add_tags) onChange({ add_tags });
  };
  const remove = () => {
    const remove_tags = read();
    if (remove_tags) onChange({ remove_tags });
  };
  return (
    <Modal opened onClose={onClose} title={`Etiquetas de ${conversations(count)}`} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextInput
          label="Etiquetas"
          description="Varias, separadas por comas."
          data-autofocus
          list={listId}
          value={typed}
          error={fault}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setFault(null);
          }}
        />
        <datalist id={listId}>
          {known.map(({ tag }) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button variant="default" onClick={remove}>
            Quitar
          </Button>
          <Button type="submit">Agregar</Button>
        </Group>
      </form>
    </Modal>
  );
}
