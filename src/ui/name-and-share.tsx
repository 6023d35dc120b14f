/** Keeps something under a name, for oneself or for the team: a view of the inbox, a segment of clients. */
import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core';
import './dialog-styles.ts';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Group.layer.css';
import { type FormEvent, useState } from 'react';
import { useFocusBack } from './focus-back.ts';

/** The contract's limit. */
const LONGEST = 60;

interface Kept {
  name: string;
  shared: boolean;
}

interface NameAndShareProps {
  title: string;
  /** What it is called now; null: a new one. */
  of: Kept | null;
  mayShare: boolean;
  /** What is said of an empty name. */
  missing: string;
  /** Rejects when it was not kept. */
  onSave: (kept: Kept) => Promise<unknown>;
  /** What the field says then. */
  explain: (error: unknown) => string;
  onClose: () => void;
}

export function NameAndShare({ title, of, mayShare, missing, onSave, explain, onClose }: NameAndShareProps) {
  useFocusBack();
  const [name, setName] = useState(of?.name ?? '');
  const [shared, setShared] = useState(of?.shared ?? false);
  const [fault, setFault] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const save = async () => {
    if (name.trim() === '') return setFault(missing);
    setSaving(true);
    try {
      await onSave({ name: name.trim(), shared });
      onClose();
    } catch (error) {
      setFault(explain(error));
      setSaving(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <Modal opened onClose={onClose} title={title} centered>
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
        {mayShare ? (
          <Checkbox
            mt="md"
            label="Compartir con todo el equipo"
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        ) : null}
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
