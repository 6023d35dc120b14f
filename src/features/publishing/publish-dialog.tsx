/**
 * Publishing: what changes, whether the test set still passes, a note for the list of versions, and then the training.
 * A draft that somebody changed meanwhile is not published: it says so and shows the new one.
 */
import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { botDraftCalls } from '../../../contract/calls/bot-draft.ts';
import type { DraftState } from '../../../contract/entities/bot-draft.ts';
import { ApiError, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { DraftDifference } from './draft-difference.tsx';
import { useDraftEdited, useSeenRevision } from './draft-queries.ts';
import { stateText } from './draft-words.ts';
import { FaultList } from './fault-list.tsx';
import classes from './publish-dialog.module.css';
import { TestGate, type TestVerdict } from './test-gate.tsx';

interface PublishDialogProps {
  state: DraftState;
  unsaved: boolean;
  onClose: () => void;
}

/** As long as a note may be (contract). */
const LONGEST_NOTE = 300;

export default function PublishDialog({ state, unsaved, onClose }: PublishDialogProps) {
  useFocusBack();
  const edited = useDraftEdited();
  const { seen, refused } = useSeenRevision(state.revision);
  const [note, setNote] = useState('');
  const [tests, setTests] = useState<TestVerdict>('running');
  const [anyway, setAnyway] = useState(false);
  const publish = useMutation({
    mutationFn: () =>
      call(botDraftCalls.publishDraft, {
        body: { bot_id: state.bot_id, revision: seen, note: note.trim() || null },
      }),
    onSuccess: async ({ version, draft }) => {
      await edited(draft.revision);
      toastSuccess(`Versión ${version.version} publicada`);
      onClose();
    },
    // What was refused may be refused because of what is not on screen yet.
    onError: async (error) => {
      await edited();
      refused(error);
    },
  });
  const conflict = publish.error instanceof ApiError && publish.error.status === 409;
  const ready = tests === 'green' || tests === 'none' || (tests === 'red' && anyway);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready && !publish.isPending) publish.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!publish.isPending}
      closeOnClickOutside={false}
      withCloseButton={!publish.isPending}
      title="Publicar los cambios"
      size="xl"
      centered
    >
      <form onSubmit={submit} className={classes.form}>
        {publish.error ? (
          <p role="alert" className={classes.alert}>
            {sentence(publish.error)}
            {conflict && state.updated_by ? ` El último cambio es de ${state.updated_by.name}.` : null}
          </p>
        ) : null}
        {unsaved ? (
          <p className={classes.warning}>
            En esta pantalla hay texto sin guardar: guárdalo primero si quieres que también se publique.
          </p>
        ) : null}
        <p>
          <strong>{stateText(state)}.</strong> Tus clientes los verán desde su próximo mensaje; las
          conversaciones en curso siguen sin interrupción.
        </p>
        {state.faults.length > 0 ? <FaultList botId={state.bot_id} faults={state.faults} /> : null}
        <TestGate botId={state.bot_id} revision={seen} onVerdict={setTests} />
        {tests === 'red' ? (
          <Checkbox
            checked={anyway}
            onChange={(event) => setAnyway(event.currentTarget.checked)}
            label="Publicar aunque hay frases que no entiende"
          />
        ) : null}
        <details className={classes.difference}>
          <summary>Qué cambia</summary>
          <DraftDifference botId={state.bot_id} next={{ none: 'the dialog has its own way out' }} />
        </details>
        <TextInput
          label="Nota (opcional)"
          description="Para reconocer esta versión después."
          placeholder="Horario de verano"
          value={note}
          maxLength={LONGEST_NOTE}
          onChange={(event) => setNote(event.currentTarget.value)}
          data-autofocus
        />
        {publish.isPending ? (
          <div role="status" className={classes.progress}>
            <span>Entrenando y publicando… Mientras tanto tus clientes hablan con la versión anterior.</span>
            <i aria-hidden="true" />
          </div>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={publish.isPending}>
            Cancelar
          </Button>
          <Button type="submit" loading={publish.isPending} disabled={!ready}>
            {tests === 'red' ? 'Publicar de todas formas' : 'Publicar'}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
