/** Somebody without any chatbot (docs/product.md §8): make the first one, or leave. */
import { Button, Group, Modal, Text } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Text.layer.css';
import { useNavigate } from '@tanstack/react-router';
import { TEXTS } from '../../../contract/texts.ts';
import { askToSignOut, confirmSignOut } from '../../session/hub-session.ts';

export default function NoBots() {
  const navigate = useNavigate();
  return (
    <main>
      <Modal
        opened
        onClose={() => undefined}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        title={TEXTS.noBots}
        centered
      >
        <Text>Crea el primero para empezar a atender a tus clientes.</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => void askToSignOut().then(confirmSignOut)}>
            Salir
          </Button>
          <Button data-autofocus onClick={() => void navigate({ to: '/registro', search: { step: 2 } })}>
            Crear
          </Button>
        </Group>
      </Modal>
    </main>
  );
}
