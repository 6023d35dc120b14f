/** A question that the bot could not answer becomes a custom interaction of its own. */
import { Button, Group, Modal, Textarea, TextInput } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import { botSafetyCalls } from '../../../contract/calls/bot-safety.ts';
import type { UnansweredQuestion } from '../../../contract/entities/unanswered.ts';
import { fieldErrors, sentence } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useTopDialog } from '../../ui/dialogs/dialogs.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { useDraftEdited } from '../publishing/draft-queries.ts';
import classes from './bot-tests.module.css';

interface NewInteractionProps {
  botId: number;
  question: UnansweredQuestion;
  onClose: () => void;
}

export default function NewInteraction({ botId, question, onClose }: NewInteractionProps) {
  useFocusBack();
  const edited = useDraftEdited();
  const covered = useTopDialog() !== null;
  const [text, setText] = useState(question.text);
  const [title, setTitle] = useState('');
  const [answer, setAnswer] = useState('');
  const [faults, setFaults] = useState<Record<string, string>>({});
  const create = useMutation({
    mutationFn: () =>
      call(botSafetyCalls.teachUnanswered, {
        body: {
          bot_id: botId,
          key: question.key,
          text: text.trim(),
          create: { title: title.trim(), answers: [answer.trim()] },
        },
      }),
    onSuccess: async ({ revision }) => {
      await edited(revision);
      toastSuccess('Interacción creada en el borrador');
      onClose();
    },
    onError: (error) => setFaults({ ...fieldErrors(error), whole: sentence(error) }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found: Record<string, string> = {};
    if (text.trim() === '') found['examples'] = 'Escribe la frase.';
    if (title.trim() === '') found['title'] = 'Escribe un título.';
    if (answer.trim() === '') found['answers'] = 'Escribe la respuesta.';
    setFaults(found);
    if (Object.keys(found).length === 0 && !create.isPending) create.mutate();
  };
  return (
    <Modal opened onClose={onClose} closeOnEscape={!covered} title="Nueva interacción" centered size="lg">
      <form onSubmit={submit} noValidate className={classes.form}>
        <TextInput
          label="Frase de ejemplo"
          value={text}
          error={faults['examples']}
          maxLength={BOT_LIMITS.botExample}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <TextInput
          label="Título"
          description="Así se llama cuando el bot la ofrece como opción."
          value={title}
          error={faults['title']}
          maxLength={BOT_LIMITS.botButtonLabel}
          onChange={(event) => setTitle(event.currentTarget.value)}
          data-autofocus
        />
        <Textarea
          label="Respuesta"
          value={answer}
          error={faults['answers']}
          rows={4}
          maxLength={BOT_LIMITS.botAnswer}
          onChange={(event) => setAnswer(event.currentTarget.value)}
        />
        {faults['whole'] ? <p role="alert">{faults['whole']}</p> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={create.isPending}>
            Crear
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
