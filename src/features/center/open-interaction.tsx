/** The interaction that the address names, in its drawer; an address that names nothing (any more) says so. */
import { useEffect } from 'react';
import { lazyPart } from '../../base/lazy-part.tsx';
import { toast } from '../../ui/toast.ts';
import type { Building } from './center-queries.ts';

const InteractionEditor = lazyPart(() => import('./interaction-editor.tsx'));

/** What `?node=` says for one that is to be made. */
export const NEW = 'new';

interface OpenInteractionProps {
  building: Building;
  /** Undefined: none is open. */
  nodeId: string | undefined;
  onClose: () => void;
  /** Whether new ones are made here. */
  creates?: boolean;
}

export function OpenInteraction({ building, nodeId, onClose, creates = false }: OpenInteractionProps) {
  const node = building.nodes.find(({ node_id }) => node_id === nodeId) ?? null;
  const making = creates && nodeId === NEW;
  const gone = nodeId !== undefined && !node && !making;
  useEffect(() => {
    if (gone)
      toast({
        message: 'Esa interacción ya no está en este chatbot.',
        color: 'yellow',
        role: 'status',
      });
  }, [gone]);
  if (nodeId === undefined || gone) return null;
  return <InteractionEditor key={nodeId} building={building} node={node} onClose={onClose} />;
}
