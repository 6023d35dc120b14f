/** A macro, new or changed: its name, what it does, for whom. */
import { Button, Group, Modal, NativeSelect, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { macroCalls } from '../../../contract/calls/macros.ts';
import type { Macro, MacroSteps } from '../../../contract/entities/macro.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { MACRO_LIMITS } from '../../../contract/macro-limits.ts';
import { OFFER_LIMITS } from '../../../contract/offer-limits.ts';
import { macroFault } from '../../../contract/rules/macro.ts';
import type { OfferedLink } from '../../../contract/rules/offered-links.ts';
import { fillNames } from '../../../contract/rules/quick-reply.ts';
import { AREAS, CONVERSATION_PRIORITIES } from '../../../contract/states.ts';
import { PRIORITY_LABELS } from '../../../contract/texts.ts';
import { ApiError, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../bot/place-context.ts';
import { useColleagues } from '../../hub/hooks.ts';
import { showError, useTopDialog } from '../../ui/dialogs/dialogs.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { AnswerButtons } from '../answer-parts/answer-buttons.tsx';
import { type AnswerFile, AnswerFiles, keptFile, uploadAll } from '../answer-parts/answer-files.tsx';
import { AnswerLinks, trimmedLinks } from '../answer-parts/answer-links.tsx';
import { AnswerPreview } from '../answer-parts/answer-preview.tsx';
import { macrosKey } from './macro-queries.ts';
import classes from './macros.module.css';

interface MacroDialogProps {
  /** Null: a new one. */
  of: Macro | null;
  onClose: () => void;
}

const NOTHING: MacroSteps = { text: null, add_tags: [], remove_tags: [], assign: null, end: null };
const FIELDS = ['name', 'text', 'attachments', 'buttons', 'tags', 'assign', 'end', 'steps'] as const;
type Faults = Partial<Record<(typeof FIELDS)[number], string>>;

/** A choice's value where nothing changes, and where what is there is taken away. */
const SAME = '';
const NONE = '-';
/** Undefined: nothing changes. */
function choiceOf<T extends string>(value: T | null | undefined): string {
  return value === undefined ? SAME : (value ?? NONE);
}
function chosen<T extends string>(all: readonly T[], value: string): T | null | undefined {
  return value === NONE ? null : all.find((one) => one === value);
}

export default function MacroDialog({ of, onClose }: MacroDialogProps) {
  useFocusBack();
  const { place, user } = usePlace();
  const botId = place.bot.id;
  const queries = useQueryClient();
  const colleagues = useColleagues(botId) ?? [];
  const covered = useTopDialog() !== null;
  const [name, setName] = useState(of?.name ?? '');
  const [steps, setSteps] = useState<MacroSteps>(of?.steps ?? NOTHING);
  const [files, setFiles] = useState<readonly AnswerFile[]>(() => of?.attachments.map(keptFile) ?? []);
  const [buttons, setButtons] = useState<readonly string[]>(of?.buttons ?? []);
  const [links, setLinks] = useState<readonly OfferedLink[]>(of?.links ?? []);
  const [shared, setShared] = useState(of?.shared ?? false);
  const [faults, setFaults] = useState<Faults>({});
  const set = (patch: Partial<MacroSteps>) => setSteps((now) => ({ ...now, ...patch }));
  const labels = buttons.map((label) => label.trim());
  const pages = trimmedLinks(links);
  const save = useMutation({
    mutationFn: async (said: MacroSteps) => {
      const { ids, gone } = await uploadAll(botId, files);
      if (gone !== null) return { gone };
      const body = {
        name: name.trim(),
        steps: said,
        shared,
        attachments: ids,
        buttons: labels,
        links: pages,
      };
      if (of) await call(macroCalls.updateMacro, { params: { botId, id: of.id }, body });
      else await call(macroCalls.createMacro, { params: { botId }, body });
      return { gone };
    },
    onSuccess: ({ gone }) => {
      if (gone !== null) {
        setFaults({ attachments: `«${gone}» ya no está disponible. Quítalo para guardar.` });
        return;
      }
      void queries.invalidateQueries({ queryKey: macrosKey(botId) });
      toastSuccess(of ? 'Macro guardada' : 'Macro creada');
      onClose();
    },
    onError: (error) => {
      const field = error instanceof ApiError ? FIELDS.find((one) => one === error.details['field']) : null;
      if (field) setFaults({ [field]: sentence(error) });
      else void showError('No pudimos guardar la macro', sentence(error));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const text = steps.text?.trim() ?? '';
    const said = { ...steps, text: text === '' ? null : text };
    const found: Faults = {};
    if (name.trim() === '') found.name = 'Escribe un nombre para la macro.';
    if (text.length > LIMITS.messageText)
      found.text = `El máximo son ${LIMITS.messageText.toLocaleString('es-CL')} caracteres.`;
    if (files.length > LIMITS.attachmentsPerMessage)
      found.attachments = `Un mensaje lleva hasta ${LIMITS.attachmentsPerMessage} archivos.`;
    const fault = macroFault(said, { files: files.length, buttons: labels, links: pages });
    if (fault) found[FIELDS.find((one) => one === fault.field) ?? 'steps'] = fault.message;
    setFaults(found);
    if (Object.keys(found).length === 0) save.mutate(said);
  };
  const text = steps.text ?? '';
  const { assign } = steps;
  const assigned = assign === null ? SAME : assign === 'me' ? 'me' : String(assign.agent_id);
  const gone = assign !== null && assign !== 'me' && !colleagues.some(({ id }) => id === assign.agent_id);
  const tagsOf = (next: string[]) => next.map((tag) => tag.slice(0, LIMITS.tagText));
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!covered}
      title={of ? `Editar «${of.name}»` : 'Nueva macro'}
      centered
      size="lg"
    >
      <form onSubmit={submit} noValidate className={classes.form}>
        <TextInput
          label="Nombre"
          value={name}
          error={faults.name}
          maxLength={MACRO_LIMITS.name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Textarea
          label="Respuesta"
          description="Vacía: no responde. Puedes usar {nombre} (el primer nombre del cliente), {cliente} (su nombre completo) y {agente} (el de quien la aplica)."
          value={steps.text ?? ''}
          error={faults.text}
          rows={4}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
        <AnswerFiles
          files={files}
          error={faults.attachments}
          onChange={(next, problem) => {
            setFiles(next);
            setFaults({ ...faults, attachments: problem ?? undefined });
          }}
        />
        <AnswerButtons labels={buttons} beside={links.length} error={faults.buttons} onChange={setButtons} />
        <AnswerLinks
          links={links}
          room={buttons.length + links.length < OFFER_LIMITS.options}
          onChange={setLinks}
        />
        {files.length + buttons.length + links.length > 0 && text.trim() !== '' ? (
          <AnswerPreview
            text={fillNames(text, { cliente: 'Camila Soto', agente: user.name })}
            files={files}
            buttons={buttons}
            links={links}
          />
        ) : null}
        <div className={classes.pair}>
          <TagsInput
            label="Etiquetas que agrega"
            description="Escribe una y presiona Enter o coma."
            value={steps.add_tags}
            error={faults.tags}
            maxTags={LIMITS.tags}
            acceptValueOnBlur
            // There is nothing to choose from; an invisible list would take the first Esc.
            dropdownOpened={false}
            onChange={(next) => set({ add_tags: tagsOf(next) })}
            clearButtonProps={{ 'aria-label': 'Quitar todas las etiquetas que agrega' }}
          />
          <TagsInput
            label="Etiquetas que quita"
            description="Si la conversación no la tiene, no pasa nada."
            value={steps.remove_tags}
            maxTags={LIMITS.tags}
            acceptValueOnBlur
            dropdownOpened={false}
            onChange={(next) => set({ remove_tags: tagsOf(next) })}
            clearButtonProps={{ 'aria-label': 'Quitar todas las etiquetas que quita' }}
          />
          <NativeSelect
            label="Área"
            value={choiceOf(steps.category)}
            onChange={(event) => set({ category: chosen(AREAS, event.currentTarget.value) })}
            data={[
              { value: SAME, label: 'Sin cambio' },
              ...AREAS.map((area) => ({ value: area, label: area })),
              { value: NONE, label: 'Quitar el área' },
            ]}
          />
          <NativeSelect
            label="Prioridad"
            value={choiceOf(steps.priority)}
            onChange={(event) =>
              set({ priority: chosen(CONVERSATION_PRIORITIES, event.currentTarget.value) })
            }
            data={[
              { value: SAME, label: 'Sin cambio' },
              ...CONVERSATION_PRIORITIES.toReversed().map((priority) => ({
                value: priority,
                label: PRIORITY_LABELS[priority],
              })),
              { value: NONE, label: 'Quitar la prioridad' },
            ]}
          />
          <NativeSelect
            label="Asignar a"
            value={assigned}
            error={faults.assign}
            onChange={(event) => {
              const { value } = event.currentTarget;
              set({ assign: value === SAME ? null : value === 'me' ? 'me' : { agent_id: Number(value) } });
            }}
            data={[
              { value: SAME, label: 'Sin cambio' },
              { value: 'me', label: 'Quien la aplica' },
              ...(gone ? [{ value: assigned, label: of?.agent_name ?? 'Ya no está en el chatbot' }] : []),
              ...colleagues.map(({ id, name: called }) => ({
                value: String(id),
                label: id === user.id ? `${called} (yo)` : called,
              })),
            ]}
          />
          <NativeSelect
            label="Al final"
            value={steps.end ?? SAME}
            error={faults.end}
            onChange={(event) => {
              const { value } = event.currentTarget;
              set({ end: value === 'close' || value === 'pending' ? value : null });
            }}
            data={[
              { value: SAME, label: 'Sin cambio' },
              { value: 'close', label: 'Cerrar la conversación' },
              { value: 'pending', label: 'Dejarla pendiente' },
            ]}
          />
        </div>
        <Switch
          label="Compartida con todo el equipo"
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        {faults.steps === undefined ? null : (
          <p className={classes.fault} role="alert">
            {faults.steps}
          </p>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={save.isPending}>
            Guardar
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
