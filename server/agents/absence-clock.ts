/** When an absence tells of itself next: at its beginning, then at its end (`tell-absences.ts`). */
import type { App } from '../platform/app.ts';
import type { Transaction } from '../platform/database/database.ts';

/** A durable job that tells what has begun or ended; payload `{id}`. */
export const ABSENCE_MOMENT = 'absence.moment';

const keyOf = (id: string) => `${ABSENCE_MOMENT}:${id}`;

/** Sets or moves it. Call it with the absence's row written, before the transaction's end. */
export async function setAbsenceClock(
  tx: Transaction,
  { jobs }: Pick<App, 'jobs'>,
  id: string,
  at: Date,
): Promise<void> {
  await jobs.schedule(tx, { kind: ABSENCE_MOMENT, key: keyOf(id), runAt: at, payload: { id } });
}

/** It was taken back before it began: nobody is told. */
export async function stopAbsenceClock(
  tx: Transaction,
  { jobs }: Pick<App, 'jobs'>,
  id: string,
): Promise<void> {
  await jobs.cancel(tx, keyOf(id));
}
