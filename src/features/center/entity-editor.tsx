/** One entity in a drawer: its values, each with its synonyms or patterns, and where it is used. */
import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { botIntentCalls } from '../../../contract/calls/bot-intents.ts';
import type { ClientEntity } from '../../../contract/entities/bot-intent.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import notes from '../../ui/form-notes.module.css';
import { toastSuccess } from '../../ui/toast.ts';
import { useTyped } from '../../ui/use-typed.ts';
import { DrawerForm } from '../forms/drawer-form.tsx';
import { askFirst, refusedFields, submitOf, useFormAct } from '../forms/form-act.ts';
import { useDraftEdited } from '../publishing/draft-queries.ts';
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

interface EntityEditorProps {
  /** Null: a new one. */
  entity: ClientEntity | null;
  taken: readonly string[];
  building: Building;
  onClose: () => void;
}

const NO_FAULTS: EntityFaults = { values: {} };

export default function EntityEditor({ entity, taken, building, onClose }: EntityEditorProps) {
  const { place, user } = usePlace();
  const may = useMay();
  const edited = useDraftEdited();
  const botId = place.bot.id;
  const saved = useMemo(() => (entity ? entityDraftOf(entity) : EMPTY_ENTITY), [entity]);
  const key = `entity/${user.id}/${botId}/${entity?.entity_name ?? ''}`;
  const typed = useTyped(key, saved, building.revision);
  const [faults, setFaults] = useState(NO_FAULTS);
  const draft = typed.value;
  const name = draft.name.trim();

  const done = (text: string) => {
    typed.forget();
    toastSuccess(text);
    onClose();
  };
  const save = useFormAct({
    run: (revision) =>
      call(botIntentCalls.saveEntity, {
        body: { bot_id: botId, entity_name: name, values: valuesToSend(draft), revision },
      }),
    // What is opened next is read at this revision: one's own edit is nobody else's change.
    done: async ({ revision }) => {
      await edited(revision);
      done(entity ? 'Entidad guardada' : 'Entidad creada');
    },
    refresh: edited,
  });
  const remove = useFormAct({
    run: (revision) =>
      call(botIntentCalls.deleteEntity, { params: { entity: name }, query: { bot_id: botId, revision } }),
    done: async ({ revision }) => {
      done('Entidad eliminada');
      await edited(revision);
    },
    refresh: edited,
    insist: 'Eliminar de todos modos',
  });
  const refused = refusedFields([save, remove]);
  const allowed = may('skill_base', 'edit');
  const disabled = !allowed || save.isPending;
  const users = entity ? usersOf(entity.entity_name, building.nodes) : [];
  const errorOf = (at: number) =>
    faults.values[at] ?? Object.entries(refused).find(([field]) => field.startsWith(`values.${at}.`))?.[1];

  return (
    <DrawerForm
      title={entity ? `@${entity.entity_name}` : 'Nueva entidad'}
      width="46rem"
      form={typed}
      save={save}
      remove={
        entity && {
          act: remove,
          allowed: may('skill_base', 'delete'),
          ask: () =>
            askFirst(remove, typed, {
              title: `¿Eliminar @${name}?`,
              text:
                users.length === 0
                  ? 'Ninguna interacción la usa.'
                  : users.length === 1
                    ? 'Una interacción la usa en su condición y dejará de responder por ella.'
                    : `${users.length} interacciones la usan en su condición y dejarán de responder por ella.`,
              confirm: 'Eliminar',
            }),
        }
      }
      allowed={allowed}
      leaving="Lo que escribiste en esta entidad se perderá."
      onSubmit={submitOf(save, typed, () => {
        const found = entityFaults(draft, entity ? [] : taken);
        setFaults(found);
        return !hasFaults(found);
      })}
      onClose={onClose}
    >
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
    </DrawerForm>
  );
}
