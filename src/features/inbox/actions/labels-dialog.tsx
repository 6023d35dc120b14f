/** 'Etiquetas y área': what the conversation is about, and who answers such. */
import { Button, Group, Modal, TagsInput } from '@mantine/core';
import '../../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { type FormEvent, useState } from 'react';
import type { ConversationChange } from '../../../../contract/calls/conversations.ts';
import type { Conversation } from '../../../../contract/entities/conversation.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import type { Area } from '../../../../contract/states.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { AreaChoice } from './area-choice.tsx';
import classes from './card-dialogs.module.css';

interface LabelsDialogProps {
  card: Conversation;
  onClose: () => void;
  onChange: (card: Conversation, change: ConversationChange) => Promise<unknown>;
}

export default function LabelsDialog({ card, onClose, onChange }: LabelsDialogProps) {
  useFocusBack();
  const [tags, setTags] = useState(card.tags);
  const [category, setCategory] = useState<Area | null>(card.category);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    // Each kind of change is one of its own.
    void (async () => {
      if (tags.join('\n') !== card.tags.join('\n')) await onChange(card, { tags });
      if (category !== card.category) await onChange(card, { category });
    })();
  };
  return (
    <Modal opened onClose={onClose} title="Etiquetas y área" centered>
      <form onSubmit={submit}>
        <TagsInput
          label="Etiquetas"
          description="Escribe una y presiona Enter o coma."
          value={tags}
          onChange={(next) => setTags(next.map((tag) => tag.slice(0, LIMITS.tagText)))}
          classNames={{ input: classes.tags, inputField: classes.tagField }}
          maxTags={LIMITS.tags}
          acceptValueOnBlur
          // There is nothing to choose from; an invisible list would take the first Esc.
          dropdownOpened={false}
          clearButtonProps={{ 'aria-label': 'Quitar todas las etiquetas' }}
          data-autofocus
        />
        <AreaChoice value={category} onChange={setCategory} />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit">Guardar</Button>
        </Group>
      </form>
    </Modal>
  );
}
