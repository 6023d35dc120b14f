/** One entity in a drawer: its values, each with its synonyms or patterns, and where it is used. */
import { Button, Drawer, TextInput } from '@mantine/core';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useMemo, useState } from 'react';
import { botIntentCalls } from '../../../contract/calls/bot-intents.ts';
import type { ClientEntity } from '../../../contract/entities/bot-intent.ts';
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
import { nodePlace } from '../publishing/edit-place.ts';
import type { Building } from './center-queries.ts';
import {
  EMPTY_ENTITY,
  type EntityFaults,
  entityDraftOf,
  entityFaults,
  hasFaults,
  usersOf,
  valuesToSend,
} from './entity-draft.ts';
import classes from './entity-editor.module.css';
import { EntityValues } from './entity-values.tsx';
import frame from './interaction-editor.module.css';

interface EntityEditorProps {
  /** Null: a new one. */
  entity: ClientEntity | null;
  taken: readonly string[];
  building: Building;
  onClose: () => void;
}

const NO_FAULTS: EntityFaults = { values: {} };

export default function EntityEditor({ entity, taken, building, onClose }: EntityEditorProps) {
  useFocusBack();
  const { place, user } = usePlace();
  const may = useMay();
  const wide = useWide();
  const covered = useTopDialog() !== null;
  const edited = useDraftEdited();
  const botId = place.bot.id;
  const saved = useMemo(() => (entity ? entityDraftOf(entity) : EMPTY_ENTITY), [entity]);
  const key = `entity/${user.id}/${botId}/${entity?.entity_name ?? ''}`;
  const typed = useTyped(key, saved, building.revision);
  useLeaveGuard(typed);
  const [faults, setFaults] = useState(NO_FAULTS);
  const draft = typed.value;
  const name = draft.name.trim();

  const done = (text: string) => {
    typed.forget();
    toastSuccess(text);
    onClose();
  };
  const save = useMutation({
    mutationFn: (revision: number) =>
      call(botIntentCalls.saveEntity, {
        body: { bot_id: botId, entity_name: name, values: valuesToSend(draft), revision },
      }),
    // What is opened next is read at this revision: one's own edit is nobody else's change.
    onSuccess: async ({ revision }) => {
      await edited(revision);
      done(entity ? 'Entidad guardada' : 'Entidad creada');
    },
    onError: () => edited(),
  });
  const remove = useMutation({
    mutationFn: (revision: number) =>
      call(botIntentCalls.deleteEntity, { params: { entity: name }, query: { bot_id: botId, revision } }),
    onSuccess: async ({ revision }) => {
      done('Entidad eliminada');
      await edited(revision);
    },
    onError: () => edited(),
  });
  const failed = save.error ?? remove.error;
  const refused = fieldErrors(failed);
  const allowed = may('skill_base', 'edit');
  const disabled = !allowed || save.isPending;
  const users = entity ? usersOf(entity.entity_name, building.nodes) : [];

  const close = async () => {
    if (typed.isDirty()) {
      const leave = await ask({
        title: '¿Salir sin guardar?',
        text: 'Lo que escribiste en esta entidad se perderá.',
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
      title: `¿Eliminar @${name}?`,
      text:
        users.length === 0
          ? 'Ninguna interacción la usa.'
          : users.length === 1
            ? 'Una interacción la usa en su condición y dejará de responder por ella.'
            : `${users.length} interacciones la usan en su condición y dejarán de responder por ella.`,
      confirm: 'Eliminar',
      danger: true,
    });
    if (yes) remove.mutate(revision);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found = entityFaults(draft, entity ? [] : taken);
    setFaults(found);
    if (!hasFaults(found)) save.mutate(typed.revision);
  };
  const errorOf = (at: number) =>
    faults.values[at] ?? Object.entries(refused).find(([field]) => field.startsWith(`values.${at}.`))?.[1];

  return (
    <Drawer
      opened
      onClose={() => void close()}
      closeOnEscape={!covered}
      trapFocus={!covered}
      position="right"
      size={wide ? '46rem' : '100%'}
      title={entity ? `@${entity.entity_name}` : 'Nueva entidad'}
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
            onInsist={(revision) => (remove.error ? remove : save).mutate(revision)}
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
        {entity ? (
          <section className={classes.used} aria-label="Dónde se usa">
            {users.length === 0 ? (
              <p>Ninguna interacción la usa todavía: nómbrala en la condición de una.</p>
            ) : (
              <>
                <p>La usan en su condición:</p>
                <ul>
                  {users.map((node) => (
                    <li key={node.node_id}>
                      <Link {...nodePlace(botId, node)}>{node.title}</Link>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </section>
        ) : (
          <TextInput
            label="Nombre"
            description="Sin @ ni signos: region, talla, numero_pedido. Después no se cambia."
            value={draft.name}
            error={faults.name ?? refused['entity_name']}
            maxLength={80}
            disabled={disabled}
            onChange={(event) => {
              const { value } = event.currentTarget;
              typed.set((before) => ({ ...before, name: value }));
            }}
            data-autofocus
          />
        )}
        <EntityValues
          values={draft.values}
          errorOf={errorOf}
          disabled={disabled}
          onChange={(change) => typed.set((before) => ({ ...before, values: change(before.values) }))}
        />
        {faults.none ? (
          <p role="alert" className={notes.alert}>
            {faults.none}
          </p>
        ) : null}
        <footer className={frame.foot}>
          {entity ? (
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
