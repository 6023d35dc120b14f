/** Keeps the filter in force under a name, or gives a kept one another name or the team. */
import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core';
import '../../../ui/dialog-styles.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Group.layer.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { clientCalls, type Segment } from '../../../../contract/calls/clients.ts';
import type { LeadFilter } from '../../../../contract/entities/lead-filter.ts';
import { fieldErrors, sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { usePlace } from '../../../bot/place-context.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { toastSuccess } from '../../../ui/toast.ts';

/** The contract's limit. */
const LONGEST = 60;

interface SegmentDialogProps {
  botId: number;
  /** Null: a new one. */
  segment: Segment | null;
  filter: LeadFilter;
  onSaved?: (id: string) => void;
  onClose: () => void;
}

export default function SegmentDialog({ botId, segment, filter, onSaved, onClose }: SegmentDialogProps) {
  useFocusBack();
  const { place } = usePlace();
  const queries = useQueryClient();
  const [name, setName] = useState(segment?.name ?? '');
  const [shared, setShared] = useState(segment?.shared ?? false);
  const [fault, setFault] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), shared, filter: filter as never };
      return segment
        ? call(clientCalls.updateSegment, { params: { id: segment.id }, body })
        : call(clientCalls.addSegment, { body: { bot_id: botId, ...body } });
    },
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: ['segments', botId] });
      toastSuccess('Segmento guardado');
      onSaved?.(saved.id);
      onClose();
    },
    onError: (error) => setFault(fieldErrors(error)['name'] ?? sentence(error)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') setFault('Escribe un nombre para el segmento.');
    else save.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={segment ? `Segmento «${segment.name}»` : 'Guardar como segmento'}
      centered
    >
      <form onSubmit={submit} noValidate>
        <TextInput
          label="Nombre"
          value={name}
          maxLength={LONGEST}
          error={fault}
          data-autofocus
          onChange={(event) => {
            setName(event.currentTarget.value);
            setFault(null);
          }}
        />
        {place.link.role.base === 'agente' ? null : (
          <Checkbox
            mt="md"
            label="Compartir con todo el equipo"
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={save.isPending}>
            Guardar
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
