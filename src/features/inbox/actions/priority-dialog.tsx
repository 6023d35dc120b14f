/** 'Prioridad': how soon it is to be seen to; for one conversation or for many. */
import { Button, Modal } from '@mantine/core';
import '../../../ui/dialog-styles.ts';
import { CONVERSATION_PRIORITIES, type ConversationPriority } from '../../../../contract/states.ts';
import { PRIORITY_LABELS } from '../../../../contract/texts.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import classes from './card-dialogs.module.css';

interface PriorityDialogProps {
  title: string;
  /** As it is; undefined: of many, each has its own. */
  priority: ConversationPriority | null | undefined;
  onClose: () => void;
  /** @param priority null takes it away */
  onChoose: (priority: ConversationPriority | null) => void;
}

/** The most urgent first: it is what one comes for. */
const CHOICES = [...CONVERSATION_PRIORITIES.toReversed(), null];

export default function PriorityDialog({ title, priority, onClose, onChoose }: PriorityDialogProps) {
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title={title} centered>
      <p className={classes.lead}>La ve todo el equipo; el cliente no.</p>
      <div className={classes.times}>
        {CHOICES.map((choice, index) => {
          const current = choice === priority;
          return (
            <Button
              key={choice}
              variant="default"
              justify="space-between"
              aria-pressed={priority === undefined ? undefined : current}
              data-autofocus={(priority === undefined ? index === 0 : current) || undefined}
              rightSection={current ? <small>ahora</small> : null}
              onClick={() => onChoose(choice)}
            >
              {choice === null ? 'Sin prioridad' : PRIORITY_LABELS[choice]}
            </Button>
          );
        })}
      </div>
    </Modal>
  );
}
