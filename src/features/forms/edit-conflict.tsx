/**
 * What a form shows when its save was refused because somebody changed the same thing meanwhile: how they left it, and
 * two ways on. What was typed stays in the form.
 * `<FormNotes>` shows it (form-notes.tsx).
 *
 * Shows nothing for any other error.
 */
import { Button } from '@mantine/core';
import { editConflict } from '../../../contract/calls/bot-building.ts';
import { ApiError } from '../../api/api-error.ts';
import { fieldText } from '../publishing/draft-words.ts';
import classes from './edit-conflict.module.css';

interface EditConflictProps {
  error: unknown;
  /** Saves what was typed over the other's change; `revision` goes with it. */
  onInsist: (revision: number) => void;
  /** What insisting does, where it is not saving. */
  insist?: string | undefined;
  /** Gives up what was typed. */
  onTakeTheirs: () => void;
}

/** Whether a save was refused because somebody changed the same thing. */
export const isEditConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && editConflict.safeParse(error.details).success;

export function EditConflict({
  error,
  onInsist,
  insist = 'Guardar lo mío',
  onTakeTheirs,
}: EditConflictProps) {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const conflict = editConflict.safeParse(error.details);
  if (!conflict.success) return null;
  const { by, theirs, revision } = conflict.data;
  return (
    <div role="alert" className={classes.conflict}>
      <p>
        <strong>{error.message}</strong>
      </p>
      {theirs ? (
        <details open>
          <summary>Así lo dejó {by}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard, too */}
          <section className={classes.theirs} aria-label={`Lo de ${by}`} tabIndex={0}>
            <dl>
              {theirs.map(({ field, value }) => (
                <div key={field}>
                  <dt>{fieldText(field)}</dt>
                  <dd>{value ?? '(vacío)'}</dd>
                </div>
              ))}
            </dl>
          </section>
        </details>
      ) : null}
      <div className={classes.ways}>
        <Button size="xs" onClick={() => onInsist(revision)}>
          {insist}
        </Button>
        <Button size="xs" variant="default" onClick={onTakeTheirs}>
          {theirs ? `Quedarme con lo de ${by}` : 'Descartar lo mío'}
        </Button>
      </div>
    </div>
  );
}
