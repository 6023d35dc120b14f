/** Keeps the filter in force under a name, or gives a kept one another name or the team. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clientCalls, type Segment } from '../../../../contract/calls/clients.ts';
import type { LeadFilter } from '../../../../contract/entities/lead-filter.ts';
import { fieldErrors, sentence } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { usePlace } from '../../../bot/place-context.ts';
import { NameAndShare } from '../../../ui/name-and-share.tsx';
import { toastSuccess } from '../../../ui/toast.ts';

interface SegmentDialogProps {
  botId: number;
  /** Null: a new one. */
  segment: Segment | null;
  filter: LeadFilter;
  onSaved?: (id: string) => void;
  onClose: () => void;
}

export default function SegmentDialog({ botId, segment, filter, onSaved, onClose }: SegmentDialogProps) {
  const { place } = usePlace();
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (kept: { name: string; shared: boolean }) => {
      const body = { ...kept, filter: filter as never };
      return segment
        ? call(clientCalls.updateSegment, { params: { id: segment.id }, body })
        : call(clientCalls.addSegment, { body: { bot_id: botId, ...body } });
    },
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: ['segments', botId] });
      toastSuccess('Segmento guardado');
      onSaved?.(saved.id);
    },
  });
  return (
    <NameAndShare
      title={segment ? `Segmento «${segment.name}»` : 'Guardar como segmento'}
      of={segment}
      mayShare={place.link.role.base !== 'agente'}
      missing="Escribe un nombre para el segmento."
      onSave={save.mutateAsync}
      explain={(error) => fieldErrors(error)['name'] ?? sentence(error)}
      onClose={onClose}
    />
  );
}
