/** 'Te derivaron una conversación' (docs/product.md §4 Derive): who, why, and where it is now. */

import { Button, Group, Modal, Text } from '@mantine/core';
import type { Notice } from '../../../workers/hub/surface/notice.ts';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Text.layer.css';
import { STATE_LABELS, TEXTS } from '../../../contract/texts.ts';
import { useFocusBack } from '../../ui/focus-back.ts';

export type DerivedNotice = Extract<Notice, { kind: 'derived' }>;

interface DerivedDialogProps {
  notice: DerivedNotice;
  /** How many others the same person gave for the same reason: many at once are shown at once. */
  more: number;
  onClose: () => void;
  onOpen: () => void;
}

export default function DerivedDialog({ notice, more, onClose, onOpen }: DerivedDialogProps) {
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title={TEXTS.transferTitle} centered>
      <Text>
        <strong>{notice.from}</strong> te derivó la conversación con <strong>{notice.leadName}</strong>
        {more > 0 ? ` y ${more} más` : ''}.
      </Text>
      <Text mt="sm">
        {notice.reason ? (
          <>
            Motivo: <q>{notice.reason}</q>
          </>
        ) : (
          'No indicó un motivo.'
        )}
      </Text>
      <Text mt="sm" style={{ color: 'var(--text-2)' }}>
        {more > 0 ? 'Las' : 'La'} encuentras en &lsquo;{STATE_LABELS.taken}&rsquo;.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Más tarde
        </Button>
        <Button onClick={onOpen} data-autofocus>
          Ir a {STATE_LABELS.taken}
        </Button>
      </Group>
    </Modal>
  );
}
