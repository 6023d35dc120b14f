/** A field of day and hour, as somebody types into it. */
import type { Locator } from '@playwright/test';

/** @param moment `YYYY-MM-DDTHH:mm`, by the clock that the field goes by */
export async function fillMoment(scope: Locator, label: string, moment: string): Promise<void> {
  const [day = '', time = ''] = moment.split('T');
  await scope.getByLabel(`${label}, día`).fill(day.split('-').reverse().join('/'));
  await scope.getByLabel(`${label}, hora`).fill(time);
}
