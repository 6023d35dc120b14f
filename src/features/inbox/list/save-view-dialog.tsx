/** Keeps the filters in force under a name, or gives a kept view another one. */
import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core';
import '../../../ui/dialog-styles.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Group.layer.css';
import { useState } from 'react';
import { inboxToolCalls, type SavedView } from '../../../../contract/calls/inbox-tools.ts';
import { call } from '../../../api/call.ts';
import { usePlace, useZone } from '../../../bot/place-context.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import { toastSuccess } from '../../../ui/toast.ts';
import { wireFilters } from './list-filters.ts';
import { viewsChanged } from './list-queries.ts';
import type { Selection } from './use-selection.ts';

/** The contract's limit. */
const LONGEST = 60;

interface SaveViewDialogProps {
  selection: Selection;
  /** Null: a new one of what is shown. */
  view: SavedView | null;
  onClose: () => void;
}

export default function SaveViewDialog({ selection, view, onClose }: SaveViewDialogProps) {
  useFocusBack();
  const { botId, filters } = selection;
  const { place } = usePlace();
  const zone = useZone();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [fault, setFault] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const save = async () => {
    if (name.trim() === '') return setFault('Escribe un nombre para la vista.');
    setSaving(true);
    const body = { name: name.trim(), shared, filters: view?.filters ?? wireFilters(filters, zone) };
    try {
      if (view) await call(inboxToolCalls.updateSavedView, { params: { botId, id: view.id }, body });
      else await call(inboxToolCalls.createSavedView, { params: { botId }, body });
      await viewsChanged(botId);
      toastSuccess('Vista guardada');
      onClose();
    } catch (error) {
      setFault(failureText(error));
      setSaving(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={view ? `Vista «${view.name}»` : 'Guardar vista'} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
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
          <Button type="submit" loading={saving}>
            Guardar
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
