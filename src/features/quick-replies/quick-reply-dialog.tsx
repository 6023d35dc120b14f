/** A quick reply, new or changed: shortcut, text with variables, for whom. */
import { Button, Group, Modal, Switch, Textarea, TextInput } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { inboxToolCalls, type QuickReply } from '../../../contract/calls/inbox-tools.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { fillNames, SHORTCUT } from '../../../contract/rules/quick-reply.ts';
import { ApiError, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { usePlace } from '../../bot/place-context.ts';
import { showError, useTopDialog } from '../../ui/dialogs/dialogs.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { toastSuccess } from '../../ui/toast.ts';
import classes from './quick-replies.module.css';
import { quickRepliesKey } from './quick-reply-queries.ts';

interface QuickReplyDialogProps {
  /** Null: a new one. */
  of: QuickReply | null;
  /** What a new one begins with. */
  words?: string;
  onClose: () => void;
}

export default function QuickReplyDialog({ of, words = '', onClose }: QuickReplyDialogProps) {
  useFocusBack();
  const { place, user } = usePlace();
  const queries = useQueryClient();
  const covered = useTopDialog() !== null;
  const [shortcut, setShortcut] = useState(of?.shortcut ?? '');
  const [text, setText] = useState(of?.text ?? words);
  const [shared, setShared] = useState(of?.shared ?? false);
  const [faults, setFaults] = useState<{ shortcut?: string; text?: string }>({});
  const botId = place.bot.id;
  const save = useMutation({
    mutationFn: () => {
      const body = { shortcut, text: text.trim(), shared };
      return of
        ? call(inboxToolCalls.updateQuickReply, { params: { botId, id: of.id }, body })
        : call(inboxToolCalls.createQuickReply, { params: { botId }, body });
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: quickRepliesKey(botId) });
      toastSuccess(of ? 'Respuesta guardada' : 'Respuesta creada');
      onClose();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.details['field'] === 'shortcut') {
        setFaults({ shortcut: error.message });
      } else void showError('No pudimos guardar la respuesta', sentence(error));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found: typeof faults = {};
    if (!SHORTCUT.test(shortcut))
      found.shortcut = 'Usa minúsculas, números y guiones, sin espacios: hasta 30 caracteres.';
    if (text.trim() === '') found.text = 'Escribe el texto de la respuesta.';
    else if (text.length > LIMITS.messageText)
      found.text = `El máximo son ${LIMITS.messageText.toLocaleString('es-CL')} caracteres.`;
    setFaults(found);
    if (Object.keys(found).length === 0) save.mutate();
  };
  const seen = fillNames(text, { cliente: 'Camila Soto', agente: user.name });
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!covered}
      title={of ? `Editar /${of.shortcut}` : 'Nueva respuesta rápida'}
      centered
      size="lg"
    >
      <form onSubmit={submit} noValidate className={classes.form}>
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
        {seen !== text && text.trim() !== '' ? (
          <p className={classes.preview}>
            <small>Se verá así:</small> {seen}
          </p>
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
          <Button type="submit" loading={save.isPending}>
            Guardar
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
