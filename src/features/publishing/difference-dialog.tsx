/** 'Ver diferencia' of the publish bar. */
import { Button, Modal } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { DraftDifference } from './draft-difference.tsx';

export default function DifferenceDialog({ botId, onClose }: { botId: number; onClose: () => void }) {
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title="Qué cambia al publicar" size="xl" centered>
      <DraftDifference
        botId={botId}
        next={
          <Button variant="default" onClick={onClose}>
            Seguir editando
          </Button>
        }
      />
    </Modal>
  );
}
