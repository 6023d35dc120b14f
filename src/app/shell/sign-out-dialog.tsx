/** Asked before a sign-out by hand when something is unsent: it would be wiped (docs/protocol.md 'Sign-in, credentials, errors'). */
import { Button, Group, Modal, Text } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Text.layer.css';
import type { Unsent } from '../../session/hub-session.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { unsentText } from './unsent-text.ts';

interface SignOutDialogProps {
  unsent: Unsent;
  onCancel: () => void;
  onLeave: () => void;
}

export default function SignOutDialog({ unsent, onCancel, onLeave }: SignOutDialogProps) {
  useFocusBack();
  return (
    <Modal opened onClose={onCancel} title="¿Cerrar sesión?" centered>
      <Text>Tienes {unsentText(unsent)}. Si cierras sesión ahora, se perderá.</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancelar
        </Button>
        <Button color="red" onClick={onLeave}>
          Borrar y cerrar sesión
        </Button>
      </Group>
    </Modal>
  );
}
