/** An absence, new or changed: whose, from when to when by the bot's clock, why. */
import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { absenceCalls } from '../../../contract/calls/absences.ts';
import { addDays, dayIn, wallClock } from '../../../contract/days.ts';
import type { Absence } from '../../../contract/entities/absence.ts';
import { ABSENCE_LIMITS } from '../../../contract/people-limits.ts';
import {
  ABSENCE_REASON_LABELS,
  ABSENCE_REASONS,
  type AbsenceReason,
  absenceFault,
} from '../../../contract/rules/absences.ts';
import { clockChangeAt, startOf } from '../../../contract/rules/local-start.ts';
import { cityOfZone } from '../../../contract/rules/time-zone.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { useColleagues } from '../../hub/hooks.ts';
import { DAY_TIME_FAULT } from '../../ui/day-field/day-time.ts';
import { DayTimeField } from '../../ui/day-field/day-time-field.tsx';
import { useFocusBack } from '../../ui/focus-back.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { useServerNow } from '../../ui/use-now.ts';
import classes from './team.module.css';
import { absencesKey } from './team-queries.ts';

interface AbsenceDialogProps {
  /** Null: a new one. */
  of: Absence | null;
  /** By whose clock the fields are. */
  zone: string;
  onClose: () => void;
}

/** What a field shows of an instant. */
const fieldOf = (at: number, zone: string) => new Date(wallClock(at, zone)).toISOString().slice(0, 16);

type Faults = Partial<Record<string, string>>;

export default function AbsenceDialog({ of, zone, onClose }: AbsenceDialogProps) {
  useFocusBack();
  const { place, user } = usePlace();
  const may = useMay();
  const botId = place.bot.id;
  const queries = useQueryClient();
  const present = useServerNow();
  const colleagues = useColleagues(may('edit_agent', 'edit') && of === null ? botId : null) ?? [];
  const today = dayIn(present, zone);
  const [tomorrow] = useState(() => addDays(today, 1));
  const [userId, setUserId] = useState(of?.user_id ?? user.id);
  const [from, setFrom] = useState(of ? fieldOf(Date.parse(of.from), zone) : `${tomorrow}T09:00`);
  const [to, setTo] = useState(of ? fieldOf(Date.parse(of.to), zone) : `${tomorrow}T18:00`);
  const [reason, setReason] = useState<AbsenceReason>(of?.reason ?? 'vacaciones');
  const [note, setNote] = useState(of?.note ?? '');
  const [faults, setFaults] = useState<Faults>({});
  /** The same plan asked for again, after a lost answer, is the same one. */
  const asked = useRef({ plan: '', temporalId: '' });

  const save = useMutation({
    mutationFn: () => {
      const plan = { from, to, reason, note: note.trim() };
      if (of)
        return call(absenceCalls.changeAbsence, {
          params: { botId, id: of.id },
          body: { ...plan, revision: of.revision },
        });
      const said = JSON.stringify([userId, plan]);
      if (asked.current.plan !== said) asked.current = { plan: said, temporalId: crypto.randomUUID() };
      return call(absenceCalls.planAbsence, {
        params: { botId },
        body: { ...plan, user_id: userId, temporal_id: asked.current.temporalId },
      });
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: absencesKey(botId) });
      toastSuccess(of ? 'Ausencia cambiada' : 'Ausencia planificada');
      onClose();
    },
    onError: (error) => {
      const found = fieldErrors(error);
      setFaults(Object.keys(found).length > 0 ? found : { form: sentence(error) });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found = faultsOf({ from, to }, zone, present, of);
    setFaults(found);
    if (Object.keys(found).length === 0) save.mutate();
  };
  const changes = [...new Set([from, to].map((local) => clockChangeAt({ local, zone })))];
  return (
    <Modal opened onClose={onClose} title={of ? 'Cambiar la ausencia' : 'Planificar ausencia'} centered>
      <form onSubmit={submit} noValidate className={classes.form}>
        {colleagues.length > 1 ? (
          <NativeSelect
            label="De quién"
            data-autofocus
            value={String(userId)}
            onChange={(event) => setUserId(Number(event.currentTarget.value))}
            data={[...colleagues]
              .sort((a, b) => Number(b.id === user.id) - Number(a.id === user.id))
              .map(({ id, name }) => ({ value: String(id), label: id === user.id ? `${name} (yo)` : name }))}
          />
        ) : null}
        <div className={classes.pair}>
          <DayTimeField label="Desde" today={today} value={from} error={faults['from']} onChange={setFrom} />
          <DayTimeField
            label="Hasta"
            today={today}
            first={today}
            value={to}
            error={faults['to']}
            onChange={setTo}
          />
        </div>
        <p className={classes.hint}>
          Por la hora de {cityOfZone(zone) ?? zone}.
          {changes.includes('skipped') ? ' Esa hora no existe ese día: vale la siguiente.' : ''}
          {changes.includes('twice') ? ' Esa hora pasa dos veces ese día: vale la primera.' : ''}
        </p>
        <NativeSelect
          label="Motivo"
          value={reason}
          onChange={(event) =>
            setReason(ABSENCE_REASONS.find((one) => one === event.currentTarget.value) ?? 'otro')
          }
          data={ABSENCE_REASONS.map((value) => ({ value, label: ABSENCE_REASON_LABELS[value] }))}
        />
        <TextInput
          label="Nota (opcional)"
          description="El motivo y la nota los ven solo esa persona y quien administra agentes."
          value={note}
          maxLength={ABSENCE_LIMITS.note}
          error={faults['note']}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {faults['form'] === undefined ? null : (
          <p className={classes.fault} role="alert">
            {faults['form']}
          </p>
        )}
        <div className={classes.foot}>
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={save.isPending}>
            {of ? 'Guardar' : 'Planificar'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** What the server would refuse, said before it is asked. */
function faultsOf(
  fields: { from: string; to: string },
  zone: string,
  now: number,
  of: Absence | null,
): Faults {
  const [from, to] = [fields.from, fields.to].map((local) => startOf({ local, zone }));
  if (!(from instanceof Date)) return { from: DAY_TIME_FAULT };
  if (!(to instanceof Date)) return { to: DAY_TIME_FAULT };
  const fault = absenceFault(
    { from: from.getTime(), to: to.getTime() },
    now,
    of === null ? null : Date.parse(of.from),
  );
  return fault ? { [fault.field]: fault.message } : {};
}
