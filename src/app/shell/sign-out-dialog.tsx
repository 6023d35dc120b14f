/** Asked before a sign-out by hand when something is unsent: it would be wiped (wire.md 'Sign-in'). */
import { Button, Group, Modal, Text } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Text.layer.css';
import type { Unsent } from '../../session/hub-session.ts';

const some = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** 'un mensaje y 2 borradores' in figures. */
export function unsentText({ outbox, drafts }: Unsent): string {
  const parts = [
    outbox > 0 ? some(outbox, 'mensaje o cambio sin enviar', 'mensajes o cambios sin enviar') : null,
    drafts > 0 ? some(drafts, 'borrador', 'borradores') : null,
  ];
  return parts.filter((part) => part !== null).join(' y ');
}

interface SignOutDialogProps {
  unsent: Unsent;
  onCancel: () => void;
  onLeave: () => void;
}

export default function SignOutDialog({ unsent, onCancel, onLeave }: SignOutDialogProps) {
  return (
    <Modal opened onClose={onCancel} title="¿Cerrar sesión?" centered>
      <Text>Tienes {unsentText(unsent)}. Si cierras sesión ahora, se borran de este navegador.</Text>
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
