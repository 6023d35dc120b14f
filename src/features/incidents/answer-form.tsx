/** What internal accounts say of an incident: an update with the state that holds from it on. */
import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { incidentCalls } from '../../../contract/calls/incidents.ts';
import type { Incident } from '../../../contract/entities/incident.ts';
import {
  INCIDENT_LIMITS,
  INCIDENT_STATE_LABELS,
  INCIDENT_STATES,
  type IncidentState,
} from '../../../contract/rules/incidents.ts';
import { mayFollow } from '../../../machines/incident/moves.ts';
import { call } from '../../api/call.ts';
import { toastFailure, toastSuccess } from '../../ui/toast.ts';
import { INCIDENTS_KEY } from './incident-queries.ts';
import classes from './incidents.module.css';

export function AnswerForm({ incident }: { incident: Incident }) {
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const [state, setState] = useState<IncidentState>(
    incident.state === 'reported' ? 'investigating' : incident.state,
  );
  const [temporalId] = useState(() => crypto.randomUUID());
  const publish = useMutation({
    mutationFn: () =>
      call(incidentCalls.updateIncident, {
        params: { id: incident.id },
        body: { state, text, temporal_id: temporalId },
      }),
    onSuccess: () => toastSuccess('Publicado'),
    onError: (error) => toastFailure('No pudimos publicar', error),
    onSettled: () => void queries.invalidateQueries({ queryKey: [INCIDENTS_KEY] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    publish.mutate();
  };
  return (
    <form onSubmit={submit} className={classes.form}>
      <NativeSelect
        label="Estado desde ahora"
        value={state}
        onChange={(event) => setState(event.currentTarget.value as IncidentState)}
        data={INCIDENT_STATES.filter((next) => mayFollow(incident.state, next)).map((value) => ({
          value,
          label: INCIDENT_STATE_LABELS[value],
        }))}
      />
      <Textarea
        label="Qué se sabe"
        required
        autosize
        minRows={2}
        maxLength={INCIDENT_LIMITS.update}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" loading={publish.isPending} disabled={text.trim() === ''}>
          Publicar
        </Button>
      </div>
    </form>
  );
}
