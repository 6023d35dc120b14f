/** The rules of planned absences, for the form and for the server alike (docs/decisions/0067-people.md). */
import { dayAndTime } from '../days.ts';
import { ABSENCE_LIMITS } from '../people-limits.ts';

export const ABSENCE_REASONS = ['vacaciones', 'licencia', 'permiso', 'otro'] as const;
export type AbsenceReason = (typeof ABSENCE_REASONS)[number];
export const ABSENCE_REASON_LABELS: Record<AbsenceReason, string> = {
  vacaciones: 'Vacaciones',
  licencia: 'Licencia',
  permiso: 'Permiso',
  otro: 'Otro',
};

/** When somebody is away, in ms since 1970: from the first instant up to the second. */
export interface Stretch {
  from: number;
  to: number;
}

const DAY = 86_400_000;

/** The first fault of a stretch that is planned, as a sentence at its field; null: it may be planned. */
export function absenceFault(
  { from, to }: Stretch,
  now: number,
  /** It has begun already and is changed: its beginning may stay where it is. */
  began: number | null = null,
): { field: 'from' | 'to'; message: string } | null {
  if (to <= from) return { field: 'to', message: 'La ausencia termina antes de empezar.' };
  if (to <= now) return { field: 'to', message: 'La ausencia ya habría terminado.' };
  if (to - from > ABSENCE_LIMITS.days * DAY)
    return { field: 'to', message: `Una ausencia dura hasta ${ABSENCE_LIMITS.days} días.` };
  if (from !== began && from < now - ABSENCE_LIMITS.back * DAY)
    return { field: 'from', message: `La ausencia puede empezar hasta ${ABSENCE_LIMITS.back} días atrás.` };
  if (from > now + ABSENCE_LIMITS.farthest * DAY)
    return {
      field: 'from',
      message: `La ausencia puede empezar dentro de ${ABSENCE_LIMITS.farthest} días a lo más.`,
    };
  return null;
}

/** The absence of a list that holds at an instant; undefined: none. */
export const absenceAt = <A extends { user_id: number; from: string; to: string }>(
  absences: readonly A[],
  userId: number,
  at: number,
): A | undefined =>
  absences.find((one) => one.user_id === userId && Date.parse(one.from) <= at && at < Date.parse(one.to));

/** 'Ausencia planificada hasta el 30/11/2026 18:00', by the bot's clock. */
export const absentUntilText = (to: string, zone: string): string =>
  `Ausencia planificada hasta el ${dayAndTime(Date.parse(to), zone)}`;
