/** One subject with what can be done with it. */
import { Button, Checkbox, NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import type { ClientIntent } from '../../../contract/entities/bot-intent.ts';
import { isMasked, type Subject } from '../../../contract/entities/subject.ts';
import { dateTimeText } from '../../ui/dates.ts';
import { counted } from '../publishing/draft-words.ts';
import { NEW_PLACE, wishOf } from './subject-wish.ts';
import classes from './subjects.module.css';

interface SubjectCardProps {
  subject: Subject;
  edits: boolean;
  intents: readonly ClientIntent[];
  place: string;
  onPlace: (place: string) => void;
  chosen: boolean;
  onChoose: (on: boolean) => void;
  onAccept: () => void;
  onEdit: () => void;
  onDiscard: () => void;
}

/** Questions that are shown before 'y 3 más'. */
const SHOWN = 4;

export function SubjectCard({ subject, edits, intents, place, ...on }: SubjectCardProps) {
  const { id, title, count, last_at, questions, test, answer } = subject;
  const ready = wishOf(subject, place) !== null;
  const name = `«${title}»`;
  return (
    <li className={classes.card} data-id={id}>
      <div className={classes.head}>
        {edits ? (
          <Checkbox
            data-choose
            aria-label={`Seleccionar ${name}`}
            checked={on.chosen}
            onChange={(event) => on.onChoose(event.currentTarget.checked)}
          />
        ) : null}
        <h3>{title}</h3>
        <small>
          {counted(count, 'vez', 'veces')}, la última el{' '}
          <time dateTime={last_at}>{dateTimeText(last_at)}</time>
        </small>
      </div>
      <ul className={classes.said} aria-label={`Frases de ${name}`}>
        {questions.slice(0, SHOWN).map(({ key, text }) => (
          <li key={key}>
            «{text}»{text === test ? <small> queda como frase de prueba</small> : null}
          </li>
        ))}
        {questions.length > SHOWN ? <li>y {questions.length - SHOWN} más</li> : null}
      </ul>
      {answer ? (
        <blockquote className={classes.answer}>
          <small>
            {answer.agent_name ?? 'Una persona del equipo'} respondió el {dateTimeText(answer.at)}
          </small>
          <p>{answer.text}</p>
          {isMasked(answer.text) ? (
            <small>Ocultamos datos del cliente: reescríbela antes de enseñarla.</small>
          ) : null}
        </blockquote>
      ) : null}
      {edits ? (
        <div className={classes.ways}>
          <NativeSelect
            size="xs"
            aria-label={`Dónde va ${name}`}
            value={place}
            onChange={(event) => on.onPlace(event.currentTarget.value)}
            data={placesFor(subject, intents)}
          />
          <Button size="xs" onClick={on.onAccept} aria-keyshortcuts="A">
            {ready ? 'Aceptar' : 'Escribir la respuesta'}
          </Button>
          <Button size="xs" variant="default" onClick={on.onEdit} aria-keyshortcuts="E">
            Editar
          </Button>
          <Button size="xs" variant="subtle" onClick={on.onDiscard} aria-keyshortcuts="D">
            Descartar
          </Button>
        </div>
      ) : subject.home ? (
        <small>
          {subject.home.chosen ? 'Un cliente eligió' : 'Podría ser'} «{subject.home.title}»
        </small>
      ) : null}
    </li>
  );
}

/** What fits first, with how well or who said so; then a new interaction; then all others by name. */
export function placesFor({ home, others }: Subject, intents: readonly ClientIntent[]) {
  const likely = [...(home ? [home] : []), ...others];
  const rest = intents
    .filter(({ intent_name }) => !likely.some((one) => one.intent_name === intent_name))
    .sort((a, b) => a.title.localeCompare(b.title, 'es'));
  return [
    ...likely.map(({ intent_name, title, score, chosen }) => ({
      value: intent_name,
      label: `${title} (${chosen ? 'lo eligió un cliente' : `${Math.round(score * 100)} %`})`,
    })),
    { value: NEW_PLACE, label: 'Interacción nueva' },
    ...rest.map(({ intent_name, title }) => ({ value: intent_name, label: title })),
  ];
}
