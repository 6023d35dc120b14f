/** What a form says above its fields: what waited here, what one may not do, what was refused and the ways on. */
import { TEXTS } from '../../../contract/texts.ts';
import { fieldErrors } from '../../api/api-error.ts';
import { failureText } from '../../ui/failure-text.ts';
import notes from '../../ui/form-notes.module.css';
import { EditConflict, isEditConflict } from './edit-conflict.tsx';
import { type FormAct, type FormValue, giveUp, refusedOf } from './form-act.ts';

interface FormNotesProps {
  form: FormValue;
  acts: readonly FormAct[];
  /** What waited here from an earlier visit is shown above the fields; in other forms the save bar says it. */
  found?: 'Recuperamos lo que habías escrito y no guardaste.';
  /** False: says that one may not save. */
  allowed?: boolean;
  /** What the server says of single fields has no place beside them: the first of it stands here. */
  fieldsHere?: boolean;
  /** A notice tells what is no conflict (`notice` of the act). */
  noticed?: boolean;
}

export function FormNotes({
  form,
  acts,
  found,
  allowed = true,
  fieldsHere = false,
  noticed = false,
}: FormNotesProps) {
  return (
    <>
      {found && form.found && form.dirty ? (
        <p role="status" className={notes.note}>
          {found}{' '}
          <button type="button" onClick={form.forget}>
            Descartarlo
          </button>
        </p>
      ) : null}
      {allowed ? null : <p className={notes.note}>{TEXTS.noSavePermission}</p>}
      <Refusal form={form} acts={acts} fieldsHere={fieldsHere} noticed={noticed} />
    </>
  );
}

function Refusal({ form, acts, fieldsHere, noticed }: Omit<FormNotesProps, 'found' | 'allowed'>) {
  const refused = refusedOf(acts);
  if (!refused) return null;
  if (isEditConflict(refused.error))
    return (
      <EditConflict
        error={refused.error}
        insist={refused.insist}
        onInsist={refused.mutate}
        onTakeTheirs={() => giveUp(form, acts)}
      />
    );
  const [field] = Object.values(fieldErrors(refused.error));
  if (noticed || (field !== undefined && !fieldsHere)) return null;
  return (
    <p role="alert" className={notes.alert}>
      {field ?? failureText(refused.error)}
    </p>
  );
}
