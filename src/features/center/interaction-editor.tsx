/**
 * One interaction, to be read and changed. A preloaded one shows its template's words beside the bot's own; a custom
 * one has all of its fields. What is typed outlives the drawer (ui/use-typed.ts) and leaving asks.
 */
import { Button, Drawer, TextInput } from '@mantine/core';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { useMemo, useState } from 'react';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import type { ClientNode } from '../../../contract/entities/bot-node.ts';
import { TEXTS } from '../../../contract/texts.ts';
import { usePlace } from '../../bot/place-context.ts';
import { AllowedButton } from '../../ui/allowed-button.tsx';
import { useTopDialog } from '../../ui/dialogs/dialogs.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { useLeaveGuard, useTyped } from '../../ui/use-typed.ts';
import { useWide } from '../../ui/use-wide.ts';
import frame from '../forms/drawer-form.module.css';
import { refusedFields, submitOf } from '../forms/form-act.ts';
import { FormNotes } from '../forms/form-notes.tsx';
import { AdvancedFields } from './advanced-fields.tsx';
import { AnswersField } from './answers-field.tsx';
import type { Building } from './center-queries.ts';
import { leavesEditor } from './editor-address.ts';
import { ExamplesField } from './examples-field.tsx';
import {
  draftOf,
  EMPTY_INTERACTION,
  type InteractionDraft,
  type InteractionFaults,
  interactionFaults,
  readExamples,
  stillFaulty,
} from './interaction-draft.ts';
import classes from './interaction-editor.module.css';
import { OptionsField } from './options-field.tsx';
import { isWritten, otherIntents, useMayInteraction } from './save-interaction.ts';
import { SlotFields } from './slot-fields.tsx';
import { StatusSwitch } from './status-switch.tsx';
import { TicketFields } from './ticket-fields.tsx';
import { useInteractionActions } from './use-interaction-actions.ts';
import { WrittenAside } from './written-aside.tsx';

interface InteractionEditorProps {
  building: Building;
  /** Null: a new custom one. */
  node: ClientNode | null;
  onClose: () => void;
}

export default function InteractionEditor({ building, node, onClose }: InteractionEditorProps) {
  useFocusBack();
  const wide = useWide();
  const covered = useTopDialog() !== null;
  return (
    <Drawer
      opened
      onClose={onClose}
      closeOnEscape={!covered}
      trapFocus={!covered}
      position="right"
      size={wide ? (isWritten(node) ? '66rem' : '46rem') : '100%'}
      title={node ? node.title : 'Nueva interacción'}
      classNames={{ title: frame.title }}
    >
      <Editor key={node?.node_id ?? 'new'} building={building} node={node} onClose={onClose} />
    </Drawer>
  );
}

function Editor({ building, node, onClose }: InteractionEditorProps) {
  const { place, user } = usePlace();
  const may = useMayInteraction();
  const botId = place.bot.id;
  const written = isWritten(node) ? node : null;
  const saved = useMemo(
    () =>
      node
        ? draftOf(
            node,
            building.intents.find(({ intent_name }) => intent_name === node.intent_name),
          )
        : EMPTY_INTERACTION,
    [node, building],
  );
  const typed = useTyped<InteractionDraft>(
    `interaction/${user.id}/${botId}/${node?.node_id ?? 'new'}`,
    saved,
    building.revision,
  );
  useLeaveGuard(typed, leavesEditor);
  const draft = typed.value;
  const own = node?.intent_name ?? null;
  const examples = useMemo(
    () => readExamples(draft.examples, otherIntents(building, own)),
    [draft.examples, building, own],
  );
  /** What the last attempt to save found. */
  const [told, setTold] = useState<InteractionFaults>({});
  // Menus and the like are reached from elsewhere; a new interaction is reached by its phrases.
  const needsExamples = node === null || (node.intent_name !== null && written !== null);
  const found = interactionFaults(draft, examples, needsExamples);
  const faults = stillFaulty(told, found);
  const allowed = may(node, node ? 'edit' : 'add');
  const put = (change: Partial<InteractionDraft>) => typed.set((before) => ({ ...before, ...change }));

  const actions = useInteractionActions({ building, node, saved, typed, onClose });
  const { save, reset, remove, acts } = actions;
  const refused = refusedFields(acts);
  const submit = submitOf(save, typed, () => {
    setTold(found);
    return Object.keys(found).length === 0;
  });
  const disabled = !allowed || save.isPending;
  return (
    <form onSubmit={submit} noValidate className={classes.editor}>
      <FormNotes
        form={typed}
        acts={acts}
        found="Recuperamos lo que habías escrito y no guardaste."
        allowed={allowed}
      />
      {node ? <StatusSwitch node={node} labelled /> : null}
      <div className={classes.columns} data-aside={written !== null || undefined}>
        <div className={classes.fields}>
          {written ? null : (
            <TextInput
              label="Título"
              description="Así se llama en las opciones que lleven a ella."
              value={draft.title}
              error={faults.title ?? refused['title'] ?? refused['node_name']}
              maxLength={BOT_LIMITS.botButtonLabel}
              disabled={disabled}
              onChange={(event) => put({ title: event.currentTarget.value })}
              data-autofocus
            />
          )}
          {written && written.intent_name === null ? (
            <p className={classes.hint}>Es un menú: tus clientes llegan a él por una opción.</p>
          ) : (
            <ExamplesField
              value={draft.examples}
              report={examples}
              error={faults.examples ?? refused['examples'] ?? refused['intent_name']}
              disabled={disabled}
              onChange={(value) => put({ examples: value })}
            />
          )}
          <AnswersField
            label="Respuesta"
            answers={draft.answers}
            error={faults.answers ?? refused['answers']}
            disabled={disabled}
            onChange={(answers) => put({ answers })}
          />
          <OptionsField
            label="Opciones"
            description="Botones bajo la respuesta."
            options={draft.buttons}
            nodes={building.nodes}
            error={faults.buttons ?? Object.entries(refused).find(([key]) => key.startsWith('buttons'))?.[1]}
            disabled={disabled}
            onChange={(buttons) => put({ buttons })}
          />
          <SlotFields
            slot={draft.slot}
            error={{
              name: faults.slotName ?? refused['slot.name'],
              question: faults.slotQuestion ?? refused['slot.question'],
            }}
            disabled={disabled}
            onChange={(slot) => put({ slot })}
          />
          <TicketFields
            ticket={draft.ticket}
            title={draft.title}
            error={faults.ticketSubject ?? refused['ticket.subject']}
            disabled={disabled}
            onChange={(ticket) => put({ ticket })}
          />
          {written ? null : (
            <AdvancedFields
              draft={draft}
              nodes={building.nodes}
              self={node?.node_id}
              errors={refused}
              disabled={disabled}
              onChange={put}
            />
          )}
        </div>
        {written ? (
          <WrittenAside node={written} disabled={disabled} onTake={(answers) => put({ answers })} />
        ) : null}
      </div>
      <footer className={frame.foot}>
        {written ? (
          <AllowedButton
            allowed={may(written, 'edit')}
            why={TEXTS.noSavePermission}
            variant="default"
            loading={reset.isPending}
            onClick={() => void actions.askReset()}
          >
            Volver a la plantilla
          </AllowedButton>
        ) : node ? (
          <AllowedButton
            allowed={may(node, 'delete')}
            why={TEXTS.noActionPermission}
            variant="default"
            loading={remove.isPending}
            onClick={() => void actions.askRemove(node)}
          >
            Eliminar
          </AllowedButton>
        ) : null}
        <span className={frame.spring} />
        <Button variant="default" onClick={onClose}>
          {typed.dirty ? 'Cancelar' : 'Cerrar'}
        </Button>
        <AllowedButton allowed={allowed} why={TEXTS.noSavePermission} type="submit" loading={save.isPending}>
          Guardar
        </AllowedButton>
      </footer>
    </form>
  );
}
