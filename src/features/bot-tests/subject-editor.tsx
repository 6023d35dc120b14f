/** A subject in better words before it is taken: its examples, the phrase that is kept to be tried, place and answer. */
import { Button, Group, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core';
import '../../ui/dialog-styles.ts';
import '@mantine/core/styles/Group.layer.css';
import { type FormEvent, useState } from 'react';
import { BOT_LIMITS } from '../../../contract/bot-limits.ts';
import type { ClientIntent } from '../../../contract/entities/bot-intent.ts';
import { isMasked, SUBJECT_LIMITS, type Subject } from '../../../contract/entities/subject.ts';
import { useTopDialog } from '../../ui/dialogs/dialogs.ts';
import { useFocusBack } from '../../ui/focus-back.ts';
import classes from './bot-tests.module.css';
import { placesFor } from './subject-card.tsx';
import { NEW_PLACE, type SubjectWish } from './subject-wish.ts';

interface SubjectEditorProps {
  subject: Subject;
  intents: readonly ClientIntent[];
  place: string;
  /** Rejects when it was refused; that has been told then. */
  onDone: (wish: SubjectWish) => Promise<void>;
  onClose: () => void;
}

export default function SubjectEditor({
  subject,
  intents,
  place: first,
  onDone,
  onClose,
}: SubjectEditorProps) {
  useFocusBack();
  const covered = useTopDialog() !== null;
  const [examples, setExamples] = useState(subject.examples.join('\n'));
  const [test, setTest] = useState(subject.test ?? '');
  const [place, setPlace] = useState(first);
  const [title, setTitle] = useState(subject.title);
  const [answer, setAnswer] = useState(subject.answer?.text ?? '');
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const lines = examples
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found: Record<string, string> = {};
    if (lines.length === 0) found['examples'] = 'Escribe al menos una frase.';
    if (lines.length > SUBJECT_LIMITS.questions)
      found['examples'] = `Hasta ${SUBJECT_LIMITS.questions} frases por tema.`;
    if (lines.some((line) => line.length > BOT_LIMITS.botExample))
      found['examples'] = `Cada frase puede tener hasta ${BOT_LIMITS.botExample} caracteres.`;
    if (place === NEW_PLACE && title.trim() === '') found['title'] = 'Escribe un título.';
    if (place === NEW_PLACE && answer.trim() === '') found['answer'] = 'Escribe la respuesta.';
    if (place === NEW_PLACE && isMasked(answer))
      found['answer'] = 'Reemplaza lo que está entre corchetes: la verá cualquier cliente.';
    setFaults(found);
    if (Object.keys(found).length > 0 || busy) return;
    const base = {
      keys: subject.questions.map(({ key }) => key),
      examples: lines,
      test: test.trim() === '' ? null : test.trim(),
    };
    setBusy(true);
    await onDone(
      place === NEW_PLACE
        ? { ...base, create: { title: title.trim(), answers: [answer.trim()] } }
        : { ...base, intent_name: place },
    ).catch(() => setBusy(false));
  };
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={!covered && !busy}
      title="Enseñar un tema"
      centered
      size="lg"
    >
      <form onSubmit={(event) => void submit(event)} noValidate className={classes.form}>
        <NativeSelect
          label="Dónde va"
          value={place}
          onChange={(event) => setPlace(event.currentTarget.value)}
          data={placesFor(subject, intents)}
        />
        {place === NEW_PLACE ? (
          <>
            <TextInput
              label="Título"
              description="Así se llama cuando el bot la ofrece como opción."
              value={title}
              error={faults['title']}
              maxLength={BOT_LIMITS.botButtonLabel}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
            <Textarea
              label="Respuesta"
              value={answer}
              error={faults['answer']}
              rows={4}
              maxLength={BOT_LIMITS.botAnswer}
              onChange={(event) => setAnswer(event.currentTarget.value)}
              data-autofocus
            />
          </>
        ) : null}
        <Textarea
          label="Frases de ejemplo"
          description="Una por línea."
          value={examples}
          error={faults['examples']}
          rows={5}
          onChange={(event) => setExamples(event.currentTarget.value)}
        />
        <TextInput
          label="Frase de prueba (opcional)"
          description="No se enseña: sirve para ver, antes de publicar, si el bot la entiende."
          value={test}
          maxLength={BOT_LIMITS.botExample}
          onChange={(event) => setTest(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancelar
          </Button>
          <Button type="submit" loading={busy}>
            Aceptar
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
