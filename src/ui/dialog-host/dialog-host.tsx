/** One dialog of dialogs.ts. */
import { Button, Group, Loader, Modal, Text } from '@mantine/core';
import '../dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Text.layer.css';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { useId } from 'react';
import type { DialogView } from '../dialogs/dialogs.ts';
import { useFocusBack } from '../focus-back.ts';
import classes from './dialog-host.module.css';

export default function DialogHost({ view }: { view: DialogView }) {
  const textId = useId();
  useFocusBack();
  if (view.kind === 'busy') {
    return (
      <Modal
        opened
        onClose={() => undefined}
        closeOnEscape={false}
        closeOnClickOutside={false}
        withCloseButton={false}
        centered
        zIndex={300}
        title={view.title}
      >
        <div role="status" className={classes.busy}>
          <Loader size="sm" />
          <span className="visually-hidden">{view.title}</span>
        </div>
      </Modal>
    );
  }
  return (
    <Modal
      opened
      onClose={() => view.close(false)}
      withCloseButton={false}
      centered
      zIndex={300}
      aria-describedby={view.text ? textId : undefined}
      title={
        <span className={classes.title} data-kind={view.kind}>
          {view.kind === 'error' ? <IconAlertTriangle size={20} aria-hidden="true" /> : null}
          {view.title}
        </span>
      }
    >
      {view.text ? <Text id={textId}>{view.text}</Text> : null}
      <Group justify="flex-end" mt="lg">
        {view.cancel === null ? null : (
          <Button
            variant="default"
            onClick={() => view.close(false)}
            data-autofocus={view.danger || undefined}
          >
            {view.cancel}
          </Button>
        )}
        <Button
          color={view.danger ? 'red' : undefined}
          onClick={() => view.close(true)}
          data-autofocus={!view.danger || undefined}
        >
          {view.confirm}
        </Button>
      </Group>
    </Modal>
  );
}
