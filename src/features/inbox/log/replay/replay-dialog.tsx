/** '¿Por qué llegó aquí?' from the conversation's menu. */
import { Modal } from '@mantine/core';
import '../../../../ui/dialog-styles.ts';
import type { Conversation } from '../../../../../contract/entities/conversation.ts';
import { leadNameOf } from '../../../../../contract/rules/lead-name.ts';
import { useFocusBack } from '../../../../ui/focus-back.ts';
import type { Target } from '../passage.ts';
import classes from './replay.module.css';
import { ReplaySteps } from './replay-steps.tsx';

interface ReplayDialogProps {
  card: Conversation;
  onJump: (target: Target) => void;
  onClose: () => void;
}

export default function ReplayDialog({ card, onJump, onClose }: ReplayDialogProps) {
  useFocusBack();
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      title="¿Por qué llegó aquí?"
      closeButtonProps={{ 'aria-label': 'Cerrar' }}
    >
      <p className={classes.intro}>
        Todo el recorrido de la conversación con <bdi>{leadNameOf(card)}</bdi>. Elige un paso para verlo en su
        lugar.
      </p>
      <ReplaySteps
        conversationId={card.id}
        onJump={(target) => {
          onJump(target);
          onClose();
        }}
      />
    </Modal>
  );
}
