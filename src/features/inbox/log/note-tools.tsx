/** What the author of a note can still do with it. */
import type { Message } from '../../../../contract/entities/message.ts';
import { ask } from '../../../ui/dialogs/dialogs.ts';
import classes from './message-bubble.module.css';
import { useNoteChange } from './use-note-change.ts';

export default function NoteTools({ note, onEdit }: { note: Message; onEdit: () => void }) {
  const change = useNoteChange(note);
  const takeBack = async () => {
    const sure = await ask({
      title: '¿Eliminar esta nota?',
      text: 'Quedará la marca de que hubo una nota. No podrás revertir esta acción.',
      confirm: 'Eliminar',
      danger: true,
    });
    if (sure) change.mutate(null);
  };
  return (
    <span className={classes.tools}>
      <button type="button" onClick={onEdit}>
        Editar
      </button>
      <button type="button" disabled={change.isPending} onClick={() => void takeBack()}>
        Eliminar
      </button>
      {change.problem ? <span role="alert">{change.problem}</span> : null}
    </span>
  );
}
