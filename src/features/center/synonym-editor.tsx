/** One group of synonyms in a drawer: the owner's own word, and what customers say for it. */
import { Button, Drawer, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import { botSynonymCalls } from '../../../contract/calls/bot-synonyms.ts';
import type { ClientSynonym, GeneralConcept } from '../../../contract/entities/bot-synonym.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { fieldErrors } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { ask, useTopDialog } from '../../ui/dialogs/dialogs.ts';
import { failureText } from '../../ui/failure-text.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import notes from '../../ui/form-notes.module.css';
import { toastSuccess } from '../../ui/toast.ts';
import { useLeaveGuard, useTyped } from '../../ui/use-typed.ts';
import { useWide } from '../../ui/use-wide.ts';
import { useDraftEdited } from '../publishing/draft-queries.ts';
import { EditConflict, isEditConflict } from '../publishing/edit-conflict.tsx';
import frame from './interaction-editor.module.css';
import {
  conceptOf,
  EMPTY_SYNONYM,
  type SynonymFaults,
  synonymFaults,
  synonymFormOf,
  wordsToSend,
} from './synonym-draft.ts';

interface SynonymEditorProps {
  /** Null: a new one. */
  group: ClientSynonym | null;
  taken: readonly string[];
  general: readonly GeneralConcept[];
  /** The draft's, when the group was read. */
  revision: number;
  onClose: () => void;
}

export default function SynonymEditor({ group, taken, general, revision, onClose }: SynonymEditorProps) {
  useFocusBack();
  const { place, user } = usePlace();
  const may = useMay();
  const wide = useWide();
  const covered = useTopDialog() !== null;
  const edited = useDraftEdited();
  const botId = place.bot.id;
  const saved = useMemo(() => (group ? synonymFormOf(group) : EMPTY_SYNONYM), [group]);
  const typed = useTyped(`synonym/${user.id}/${botId}/${group?.synonym_name ?? ''}`, saved, revision);
  useLeaveGuard(typed);
  const [faults, setFaults] = useState<SynonymFaults>({});
  const form = typed.value;
  const name = form.name.trim();
  const concept = conceptOf(name, general);

  const done = (text: string) => {
    typed.forget();
    toastSuccess(text);
    onClose();
  };
  const save = useMutation({
    mutationFn: (seen: number) => {
      const body = { bot_id: botId, synonym_name: name, words: wordsToSend(form) };
      return group
        ? call(botSynonymCalls.updateSynonym, { body: { ...body, revision: seen } })
        : call(botSynonymCalls.createSynonym, { body });
    },
    // What is opened next is read at this revision: one's own edit is nobody else's change.
    onSuccess: async (answer) => {
      await edited(answer.revision);
      done(group ? 'Sinónimos guardados' : 'Sinónimos creados');
    },
    onError: () => edited(),
  });
  const remove = useMutation({
    mutationFn: (seen: number) =>
      call(botSynonymCalls.deleteSynonym, {
        params: { synonym: name },
        query: { bot_id: botId, revision: seen },
      }),
    onSuccess: async (answer) => {
      done('Sinónimos eliminados');
      await edited(answer.revision);
    },
    onError: () => edited(),
  });
  const failed = save.error ?? remove.error;
  const refused = fieldErrors(failed);
  const allowed = may('skill_base', group ? 'edit' : 'add');
  const disabled = !allowed || save.isPending;

  const close = async () => {
    if (typed.isDirty()) {
      const leave = await ask({
        title: '¿Salir sin guardar?',
        text: 'Lo que escribiste en estos sinónimos se perderá.',
        confirm: 'Salir sin guardar',
        cancel: 'Seguir editando',
        danger: true,
      });
      if (!leave) return;
      typed.forget();
    }
    onClose();
  };
  const askRemove = async () => {
    // What was seen when it was asked: an update that arrives behind the dialog is a conflict.
    const { revision } = typed;
    const yes = await ask({
      title: `¿Eliminar los sinónimos de «${name}»?`,
      text: 'Tu chatbot dejará de entender esas palabras por igual cuando publiques.',
      confirm: 'Eliminar',
      danger: true,
    });
    if (yes) remove.mutate(revision);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found = synonymFaults(form, group ? [] : taken);
    setFaults(found);
    if (Object.keys(found).length === 0) save.mutate(typed.revision);
  };

  return (
    <Drawer
      opened
      onClose={() => void close()}
      closeOnEscape={!covered}
      trapFocus={!covered}
      position="right"
      size={wide ? '36rem' : '100%'}
      title={group ? `Sinónimos de ${group.synonym_name}` : 'Nuevos sinónimos'}
      classNames={{ title: frame.title }}
    >
      <form onSubmit={submit} noValidate className={frame.editor}>
        {typed.found && typed.dirty ? (
          <p role="status" className={notes.note}>
            Recuperamos lo que habías escrito y no guardaste.{' '}
            <button type="button" onClick={typed.forget}>
              Descartarlo
            </button>
          </p>
        ) : null}
        {allowed ? null : <p className={notes.note}>{TEXTS.noSavePermission}</p>}
        {isEditConflict(failed) ? (
          <EditConflict
            error={failed}
            insist={remove.error ? 'Eliminar de todos modos' : undefined}
            onInsist={(now) => (remove.error ? remove : save).mutate(now)}
            onTakeTheirs={() => {
              typed.forget();
              save.reset();
              remove.reset();
            }}
          />
        ) : failed && Object.keys(refused).length === 0 ? (
          <p role="alert" className={notes.alert}>
            {failureText(failed)}
          </p>
        ) : null}
        {group ? null : (
          <TextInput
            label="Tu palabra"
            description="La que usas en tus frases de ejemplo. Después no se cambia."
            value={form.name}
            error={faults.name ?? refused['synonym_name']}
            maxLength={BOT_LIMITS.botSynonym}
            disabled={disabled}
            onChange={(event) => {
              const { value } = event.currentTarget;
              typed.set((before) => ({ ...before, name: value }));
            }}
            data-autofocus
          />
        )}
        {concept ? (
          <p className={notes.note}>
            Tu chatbot ya entiende por «{concept.name}»: {concept.words.join(', ')}. Lo que agregues se suma.
          </p>
        ) : null}
        <Textarea
          label="Lo que dicen tus clientes"
          description="Una palabra o frase corta por línea."
          value={form.lines}
          error={faults.words ?? Object.entries(refused).find(([field]) => field.startsWith('words'))?.[1]}
          disabled={disabled}
          autosize
          minRows={4}
          maxRows={14}
          onChange={(event) => {
            const { value } = event.currentTarget;
            typed.set((before) => ({ ...before, lines: value }));
          }}
        />
        <footer className={frame.foot}>
          {group ? (
            <AllowedButton
              allowed={may('skill_base', 'delete')}
              why={TEXTS.noActionPermission}
              variant="default"
              loading={remove.isPending}
              onClick={() => void askRemove()}
            >
              Eliminar
            </AllowedButton>
          ) : null}
          <span className={frame.spring} />
          <Button variant="default" onClick={() => void close()}>
            {typed.dirty ? 'Cancelar' : 'Cerrar'}
          </Button>
          <AllowedButton
            allowed={allowed}
            why={TEXTS.noSavePermission}
            type="submit"
            loading={save.isPending}
          >
            Guardar
          </AllowedButton>
        </footer>
      </form>
    </Drawer>
  );
}
