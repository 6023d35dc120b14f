/** What publishing would change: the draft beside what customers get. */
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { botDraftCalls } from '../../../contract/calls/bot-draft.ts';
import { sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { LoadError, LoadRows } from '../../ui/load-state.tsx';
import { DifferenceList } from './difference-list.tsx';
import { buildingKey } from './draft-queries.ts';
import { placeOf } from './edit-place.ts';
import { useDraftNodes } from './fault-list.tsx';

interface DraftDifferenceProps {
  botId: number;
  /** What one does when nothing differs. */
  next: ComponentProps<typeof DifferenceList>['next'];
}

export function DraftDifference({ botId, next }: DraftDifferenceProps) {
  const nodes = useDraftNodes(botId);
  const difference = useQuery({
    queryKey: buildingKey(botId, 'difference'),
    queryFn: ({ signal }) => call(botDraftCalls.draftDifference, { params: { botId }, signal }),
    staleTime: 0,
  });
  if (difference.data) {
    return (
      <DifferenceList
        differences={difference.data}
        none="El borrador es igual a lo publicado"
        next={next}
        place={({ kind, id, change }) =>
          change === 'removed'
            ? null
            : placeOf(botId, nodes.data, {
                kind,
                node: kind === 'node' ? id : null,
                intent: kind === 'intent' ? id : null,
              })
        }
      />
    );
  }
  return difference.error ? (
    <LoadError message={sentence(difference.error)} onRetry={() => void difference.refetch()} />
  ) : (
    <LoadRows label="Comparando…" rows={4} />
  );
}
