/** 'Posponer': the conversation comes back by itself, or earlier when the customer writes. */
import { Button, Group, Modal, TextInput } from '@mantine/core';
import '../../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import { type FormEvent, useState } from 'react';
import { cityOfZone } from '../../../../contract/rules/time-zone.ts';
import { useZone } from '../../../bot/place-context.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import classes from './card-dialogs.module.css';
import { fieldInstant, fieldText, fieldTime, snoozeChoices } from './snooze-times.ts';

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
  const elsewhere = new Intl.DateTimeFormat().resolvedOptions().timeZone !== zone;
  const shown = (at: Date) => fieldText(fieldTime(at, zone));
  const [now] = useState(() => new Date());
  const [own, setOwn] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const until = (at: Date) => onSnooze(at.toISOString());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const at = fieldInstant(own, zone);
    if (!at) setFault('Elige fecha y hora.');
    else if (at.getTime() <= Date.now()) setFault('Elige un momento futuro.');
    else until(at);
  };
  return (
    <Modal opened onClose={onClose} title={title} centered>
      <p className={classes.lead}>
        Volverá a avisarte entonces, o antes si el cliente escribe.
        {snoozedUntil ? ` Ahora está pospuesta hasta el ${shown(new Date(snoozedUntil))}.` : ''}
      </p>
      <div className={classes.times}>
        {snoozeChoices(now, zone).map(({ label, at }, index) => (
          <Button
            key={label}
            variant="default"
            justify="space-between"
            data-autofocus={index === 0 || undefined}
            rightSection={<small>{shown(at)}</small>}
            onClick={() => until(at)}
          >
            {label}
          </Button>
        ))}
      </div>
      <form onSubmit={submit} noValidate>
        <TextInput
          type="datetime-local"
          label="Otra fecha y hora"
          min={fieldTime(now, zone)}
          description={elsewhere ? `Por la hora de ${cityOfZone(zone) ?? zone}.` : undefined}
          value={own}
          error={fault}
          onChange={(event) => setOwn(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" disabled={own === ''}>
            Posponer
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
