/** Choosing a moment that is to come: the usual ones, each a press, or a date and time of one's own. */
import { Button, Group } from '@mantine/core';
import '@mantine/core/styles/Group.layer.css';
import { type FormEvent, type ReactNode, useState } from 'react';
import { cityOfZone } from '../../../../contract/rules/time-zone.ts';
import { useZone } from '../../../bot/place-context.ts';
import { useToday } from '../../../bot/use-today.ts';
import { DAY_TIME_FAULT } from '../../../ui/day-field/day-time.ts';
import { DayTimeField } from '../../../ui/day-field/day-time-field.tsx';
import { useServerNow } from '../../../ui/use-now.ts';
import classes from './card-dialogs.module.css';
import { fieldInstant, fieldText, fieldTime, snoozeChoices } from './snooze-times.ts';

interface MomentFormProps {
  /** The moment that stands in the field at first; ISO, UTC. */
  initial?: string | undefined;
  /** Nothing can be chosen yet. */
  disabled?: boolean | undefined;
  busy?: boolean | undefined;
  confirm: string;
  back: string;
  /** The first of the usual moments has the focus. */
  focused?: boolean | undefined;
  /** What went wrong with the last choice. */
  children?: ReactNode;
  onChoose: (at: Date) => void;
  onClose: () => void;
}

/** By the bot's zone, and by the server's clock: this machine's may be wrong. */
export function MomentForm(props: MomentFormProps) {
  const { initial, disabled = false, busy = false, focused = true, onChoose } = props;
  const zone = useZone();
  const present = useServerNow();
  const [now] = useState(() => new Date(present));
  const [own, setOwn] = useState(initial === undefined ? '' : fieldTime(new Date(initial), zone));
  const [fault, setFault] = useState<string | null>(null);
  const today = useToday();
  const elsewhere = new Intl.DateTimeFormat().resolvedOptions().timeZone !== zone;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const at = fieldInstant(own, zone);
    setFault(null);
    if (!at) setFault(DAY_TIME_FAULT);
    else if (at.getTime() <= present) setFault('Elige un momento futuro.');
    else onChoose(at);
  };
  return (
    <>
      <div className={classes.times}>
        {snoozeChoices(now, zone).map(({ label, at }, index) => (
          <Button
            key={label}
            variant="default"
            justify="space-between"
            data-autofocus={(focused && index === 0) || undefined}
            disabled={disabled || busy}
            rightSection={<small>{fieldText(fieldTime(at, zone))}</small>}
            onClick={() => onChoose(at)}
          >
            {label}
          </Button>
        ))}
      </div>
      <form onSubmit={submit} noValidate>
        <DayTimeField
          label="Otra fecha y hora"
          today={today}
          first={today}
          description={elsewhere ? `Por la hora de ${cityOfZone(zone) ?? zone}.` : undefined}
          value={own}
          error={fault}
          onChange={setOwn}
        />
        {props.children}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={props.onClose}>
            {props.back}
          </Button>
          <Button type="submit" disabled={own === '' || disabled} loading={busy}>
            {props.confirm}
          </Button>
        </Group>
      </form>
    </>
  );
}
