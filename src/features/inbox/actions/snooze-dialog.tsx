/** 'Posponer': the conversation comes back by itself, or earlier when the customer writes. */
import { Modal } from '@mantine/core';
import '../../../ui/dialog-styles.ts';
import { useZone } from '../../../bot/place-context.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import classes from './card-dialogs.module.css';
import { MomentForm } from './moment-form.tsx';
import { fieldText, fieldTime } from './snooze-times.ts';

interface SnoozeDialogProps {
  title: string;
  /** Until when it is put off already; ISO, UTC. */
  snoozedUntil: string | null;
  onClose: () => void;
  /** @param until ISO, UTC */
  onSnooze: (until: string) => void;
}

export default function SnoozeDialog({ title, snoozedUntil, onClose, onSnooze }: SnoozeDialogProps) {
  useFocusBack();
  const zone = useZone();
  return (
    <Modal opened onClose={onClose} title={title} centered>
      <p className={classes.lead}>
        Volverá a avisarte entonces, o antes si el cliente escribe.
        {snoozedUntil
          ? ` Ahora está pospuesta hasta el ${fieldText(fieldTime(new Date(snoozedUntil), zone))}.`
          : ''}
      </p>
      <MomentForm
        confirm="Posponer"
        back="Cancelar"
        onChoose={(at) => onSnooze(at.toISOString())}
        onClose={onClose}
      />
    </Modal>
  );
}
