/** Keeps the filters in force under a name, or gives a kept view another one. */
import { inboxToolCalls, type SavedView } from '../../../../contract/calls/inbox-tools.ts';
import { call } from '../../../api/call.ts';
import { usePlace, useZone } from '../../../bot/place-context.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { NameAndShare } from '../../../ui/name-and-share.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { wireFilters } from './list-filters.ts';
import { viewsChanged } from './list-queries.ts';
import type { Selection } from './use-selection.ts';

interface SaveViewDialogProps {
  selection: Selection;
  /** Null: a new one of what is shown. */
  view: SavedView | null;
  onClose: () => void;
}

export default function SaveViewDialog({ selection, view, onClose }: SaveViewDialogProps) {
  const { botId, filters } = selection;
  const { place, user } = usePlace();
  const zone = useZone();
  const save = async (kept: { name: string; shared: boolean }) => {
    const body = { ...kept, filters: view?.filters ?? wireFilters(filters, zone, user.id) };
    if (view) await call(inboxToolCalls.updateSavedView, { params: { botId, id: view.id }, body });
    else await call(inboxToolCalls.createSavedView, { params: { botId }, body });
    await viewsChanged(botId);
    toastSuccess('Vista guardada');
  };
  return (
    <NameAndShare
      title={view ? `Vista «${view.name}»` : 'Guardar vista'}
      of={view}
      mayShare={place.link.role.base !== 'agente'}
      missing="Escribe un nombre para la vista."
      onSave={save}
      explain={failureText}
      onClose={onClose}
    />
  );
}
