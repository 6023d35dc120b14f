/**
 * What a form does with the thing that it is about: save it, delete it, take the template's words again. One pattern for
 * all forms of a bot; what is typed lives in `ui/use-typed.ts`.
 *
 *     saved ──typing──▶ dirty ──save──▶ saved: what was typed is forgotten
 *       ▲                │  └── 409 ──▶ refused: somebody changed the same thing. Insist (saves over theirs) or give up
 *       └──── undo ──────┘
 *
 *     const form = useTyped(key, saved, revision);
 *     const save = useFormAct({ run: (revision) => call(…, { body: { …, revision } }), done, refresh: edited });
 *     <form onSubmit={submitOf(save, form, () => nothing is wrong)}>
 *       <FormNotes form={form} acts={[save]} />
 *       <SaveBar form={form} acts={[save]} allowed={may} />
 */
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { fieldErrors } from '../../api/api-error.ts';
import { ask } from '../../ui/dialogs/dialogs.ts';
import { toastFailure } from '../../ui/toast.ts';
import type { Typed } from '../../ui/use-typed.ts';
import { isEditConflict } from './edit-conflict.tsx';

/** The form's side of what was typed. */
export type FormValue = Pick<Typed<unknown>, 'dirty' | 'found' | 'revision' | 'forget'>;

export interface FormAct {
  /** @param revision what is written over; a newer one at the server is a conflict */
  mutate(revision: number): void;
  reset(): void;
  error: Error | null;
  isPending: boolean;
  /** When it was last asked for. */
  submittedAt: number;
  /** What insisting does, where it is not saving. */
  insist?: string | undefined;
}

interface FormActOptions<R> {
  run: (revision: number) => Promise<R>;
  /** It worked; the act is under way until this is through. */
  done: (answer: R) => unknown;
  /** It was refused: somebody else's change is to be seen. */
  refresh?: () => unknown;
  insist?: string;
  /** Tells of a refusal that is no conflict; without it `<FormNotes>` does. */
  notice?: (error: Error) => unknown;
}

/** One of the things that a form does. */
export function useFormAct<R>({ run, done, refresh, insist, notice }: FormActOptions<R>): FormAct {
  const { mutate, reset, error, isPending, submittedAt } = useMutation({
    mutationFn: run,
    onSuccess: done,
    onError: (failure) => {
      if (!isEditConflict(failure)) notice?.(failure);
      return refresh?.();
    },
  });
  return { mutate, reset, error, isPending, submittedAt, insist };
}

/** A notice of what stands beside no field. */
export const noticeOf =
  (title: string) =>
  (error: Error): void => {
    if (Object.keys(fieldErrors(error)).length === 0) toastFailure(title, error);
  };

/** The act that was refused last: what the form tells of, and what may be insisted on. */
export const refusedOf = (acts: readonly FormAct[]): FormAct | null =>
  acts.filter(({ error }) => error !== null).toSorted((a, b) => b.submittedAt - a.submittedAt)[0] ?? null;

/** What the server says of single fields, by their names. */
export const refusedFields = (acts: readonly FormAct[]): Record<string, string> =>
  fieldErrors(refusedOf(acts)?.error);

/** Undo: what was typed goes, and what was refused with it. */
export function giveUp(form: Pick<FormValue, 'forget'>, acts: readonly Pick<FormAct, 'reset'>[]): void {
  form.forget();
  for (const act of acts) act.reset();
}

/**
 * What a form does when it is sent.
 * @param ready shows what is wrong; true: nothing is
 */
export const submitOf =
  (save: FormAct, form: Pick<FormValue, 'revision'>, ready: () => boolean = () => true) =>
  (event: FormEvent): void => {
    event.preventDefault();
    if (!save.isPending && ready()) save.mutate(form.revision);
  };

/** Asks before an act. What is agreed to is what was seen when it was asked: an update behind the question is a conflict. */
export async function askFirst(
  act: FormAct,
  { revision }: Pick<FormValue, 'revision'>,
  question: Parameters<typeof ask>[0],
): Promise<void> {
  if (await ask({ danger: true, ...question })) act.mutate(revision);
}
