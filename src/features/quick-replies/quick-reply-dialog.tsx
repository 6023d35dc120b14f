/** A quick reply, new or changed: shortcut, text with variables, files, buttons, for whom; or what is added to one. */
import { Button, Group, Modal, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { inboxToolCalls, type QuickReply } from '../../../contract/calls/inbox-tools.ts';
import type { Attachment, Message } from '../../../contract/entities/message.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { OFFER_LIMITS } from '../../../contract/offer-limits.ts';
import { offerFault } from '../../../contract/rules/offer.ts';
import { type OfferedLink, withoutTwins } from '../../../contract/rules/offered-links.ts';
import { fillNames, SHORTCUT } from '../../../contract/rules/quick-reply.ts';
import { ApiError, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useMay, usePlace } from '../../bot/place-context.ts';
import { showError, useTopDialog } from '../../ui/dialogs/dialogs.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { AnswerButtons } from '../answer-parts/answer-buttons.tsx';
import { AnswerFiles, keptFile, messageFile, uploadAll } from '../answer-parts/answer-files.tsx';
import { AnswerLinks, trimmedLinks } from '../answer-parts/answer-links.tsx';
import { AnswerPreview } from '../answer-parts/answer-preview.tsx';
import { mayChange } from './may-change.ts';
import classes from './quick-replies.module.css';
import { quickRepliesKey, useQuickReplies } from './quick-reply-queries.ts';

interface QuickReplyDialogProps {
  /** Null: a new one. */
  of: QuickReply | null;
  /** A message that it begins with; it may as well be added to one that there is. */
  from?: {
    message: Message;
    attachments: readonly Attachment[];
    buttons: readonly string[];
    links: readonly OfferedLink[];
  };
  onClose: () => void;
}

type Faults = Partial<Record<'shortcut' | 'text' | 'attachments' | 'buttons', string>>;
const NEW = 'new';

export default function QuickReplyDialog({ of, from, onClose }: QuickReplyDialogProps) {
  useFocusBack();
  const { place, user } = usePlace();
  const may = useMay();
  const queries = useQueryClient();
  const covered = useTopDialog() !== null;
  const replies = useQuickReplies(place.bot.id, from !== undefined && may('live', 'edit'));
  /** The one that is changed; a message may be added to any. */
  const [target, setTarget] = useState<QuickReply | null>(of);
  const [shortcut, setShortcut] = useState(of?.shortcut ?? '');
  const [text, setText] = useState(of?.text ?? from?.message.text ?? '');
  const [shared, setShared] = useState(of?.shared ?? false);
  const [files, setFiles] = useState(
    () =>
      of?.attachments.map(keptFile) ?? from?.attachments.map((file) => messageFile(from.message, file)) ?? [],
  );
  const [buttons, setButtons] = useState<readonly string[]>(of?.buttons ?? from?.buttons ?? []);
  const [links, setLinks] = useState<readonly OfferedLink[]>(of?.links ?? from?.links ?? []);
  const [faults, setFaults] = useState<Faults>({});
  const botId = place.bot.id;
  const save = useMutation({
    mutationFn: async () => {
      const { ids, gone } = await uploadAll(botId, files);
      if (gone !== null) return { gone };
      const body = {
        shortcut,
        text: text.trim(),
        shared,
        attachments: ids,
        buttons: buttons.map((label) => label.trim()),
        links: trimmedLinks(links),
      };
      if (target) await call(inboxToolCalls.updateQuickReply, { params: { botId, id: target.id }, body });
      else await call(inboxToolCalls.createQuickReply, { params: { botId }, body });
      return { gone };
    },
    onSuccess: ({ gone }) => {
      if (gone !== null) {
        setFaults({ attachments: `«${gone}» ya no está disponible. Quítalo para guardar.` });
        return;
      }
      void queries.invalidateQueries({ queryKey: quickRepliesKey(botId) });
      toastSuccess(target ? 'Respuesta guardada' : 'Respuesta creada');
      onClose();
    },
    onError: (error) => {
      const field = error instanceof ApiError ? error.details['field'] : null;
      if (field === 'shortcut' || field === 'text' || field === 'attachments' || field === 'buttons')
        setFaults({ [field]: sentence(error) });
      else void showError('No pudimos guardar la respuesta', sentence(error));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found: Faults = {};
    if (!SHORTCUT.test(shortcut))
      found.shortcut = 'Usa minúsculas, números y guiones, sin espacios: hasta 30 caracteres.';
    if (text.trim() === '') found.text = 'Escribe el texto de la respuesta.';
    else if (text.length > LIMITS.messageText)
      found.text = `El máximo son ${LIMITS.messageText.toLocaleString('es-CL')} caracteres.`;
    const fault = offerFault(
      buttons.map((label) => label.trim()),
      trimmedLinks(links),
    );
    if (fault !== null) found.buttons = fault;
    if (files.length > LIMITS.attachmentsPerMessage)
      found.attachments = `Un mensaje lleva hasta ${LIMITS.attachmentsPerMessage} archivos.`;
    setFaults(found);
    if (Object.keys(found).length === 0) save.mutate();
  };
  const others = (replies.data ?? []).filter((reply) => mayChange(reply, place, user.id));
  /** What was typed is kept: the message's words go to the end of the other's, or stand alone again. */
  const addTo = (id: string) => {
    const chosen = others.find((reply) => reply.id === id) ?? null;
    const said = target && text.startsWith(target.text) ? text.slice(target.text.length).trimStart() : text;
    const own = files.filter((file) => !('kept' in file));
    const labels = target ? buttons.filter((label) => !target.buttons.includes(label)) : buttons;
    const before = target?.links ?? [];
    const pages = links.filter(
      ({ label, url }) => !before.some((one) => one.label === label && one.url === url),
    );
    setTarget(chosen);
    setText(chosen ? [chosen.text, said].filter((part) => part !== '').join('\n\n') : said);
    setFiles(chosen ? [...chosen.attachments.map(keptFile), ...own] : own);
    setButtons(chosen ? [...new Set([...chosen.buttons, ...labels])] : labels);
    setLinks(withoutTwins([...(chosen?.links ?? []), ...pages]));
    if (chosen) {
      setShortcut(chosen.shortcut);
      setShared(chosen.shared);
    } else {
      setShortcut('');
      setShared(false);
    }
    setFaults({});
  };
  const seen = fillNames(text, { cliente: 'Camila Soto', agente: user.name });
  const parts = files.length + buttons.length + links.length > 0;
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!covered}
      title={
        of ? `Editar /${of.shortcut}` : from ? 'Guardar como respuesta rápida' : 'Nueva respuesta rápida'
      }
      centered
      size="lg"
    >
      <form onSubmit={submit} noValidate className={classes.form}>
        {from && others.length > 0 ? (
          <NativeSelect
            label="Dónde guardarla"
            data={[
              may('live', 'add')
                ? { value: NEW, label: 'Una respuesta nueva' }
                : { value: NEW, label: 'Elige una respuesta', disabled: true },
              ...others.map(({ id, shortcut: name, shared: all }) => ({
                value: id,
                label: `Al final de /${name}${all ? ' (compartida)' : ''}`,
              })),
            ]}
            value={target?.id ?? NEW}
            onChange={(event) => addTo(event.currentTarget.value)}
          />
        ) : null}
        <TextInput
          label="Atajo"
          description="Lo que escribes después de la barra."
          leftSection="/"
          value={shortcut}
          error={faults.shortcut}
          maxLength={30}
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setShortcut(event.currentTarget.value.toLowerCase().replace(/^\//, ''))}
          data-autofocus
        />
        <Textarea
          label="Texto"
          description="Puedes usar {nombre} (el primer nombre del cliente), {cliente} (su nombre completo) y {agente} (el tuyo)."
          value={text}
          error={faults.text}
          rows={5}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <AnswerFiles
          files={files}
          error={faults.attachments}
          onChange={(next, problem) => {
            setFiles([...next]);
            setFaults({ ...faults, attachments: problem ?? undefined });
          }}
        />
        <AnswerButtons labels={buttons} beside={links.length} error={faults.buttons} onChange={setButtons} />
        <AnswerLinks
          links={links}
          room={buttons.length + links.length < OFFER_LIMITS.options}
          onChange={setLinks}
        />
        {(parts || seen !== text) && text.trim() !== '' ? (
          <AnswerPreview text={seen} files={files} buttons={buttons} links={links} />
        ) : null}
        <Switch
          label="Compartida con todo el equipo"
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!target && !may('live', 'add')}>
            Guardar
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
