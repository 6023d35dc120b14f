/** The keys, in words, and the switch that turns single letters off. */
import { Button, Modal, Switch } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useShellActions } from '../../frame/shell-actions.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import classes from './help-dialog.module.css';
import { KEY_HELP } from './key-help.ts';

interface HelpDialogProps {
  letters: boolean;
  onLetters: (on: boolean) => void;
  /** After Tomar, Cerrar and Derivar the next conversation opens. */
  advance: boolean;
  onAdvance: (on: boolean) => void;
  onClose: () => void;
}

export default function HelpDialog(props: HelpDialogProps) {
  const { letters, onLetters, advance, onAdvance, onClose } = props;
  useFocusBack();
  const { openDiagnostics } = useShellActions();
  return (
    <Modal opened onClose={onClose} title="Atajos y forma de trabajar" centered>
      <dl className={classes.keys}>
        {KEY_HELP.map(({ keys, what }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Usar atajos de una sola letra"
        checked={letters}
        onChange={(event) => onLetters(event.currentTarget.checked)}
      />
      <Switch
        mt="sm"
        label="Pasar a la siguiente después de tomar, cerrar o derivar"
        description="Si no, la conversación sigue abierta y en la lista hasta que la dejes."
        checked={advance}
        onChange={(event) => onAdvance(event.currentTarget.checked)}
      />
      <Button
        variant="default"
        mt="lg"
        onClick={() => {
          onClose();
          openDiagnostics();
        }}
      >
        Abrir diagnóstico
      </Button>
    </Modal>
  );
}
