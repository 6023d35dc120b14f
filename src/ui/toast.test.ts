import { notificationsStore } from '@mantine/notifications';
import { expect, it } from 'vitest';
import { LIMITS } from '../../contract/limits.ts';
import { toast, toastSuccess } from './toast.ts';

/** There is no page here to look at. */
const corner = () => 'top-right' as const;

it('a notice stays for 5 s unless it says otherwise, a success for 1 s', async () => {
  toast({ message: 'Algo' }, corner);
  toast({ message: 'Hasta que se cierre', autoClose: false }, corner);
  toastSuccess('Listo', corner);
  await expect.poll(() => notificationsStore.getState().notifications.length).toBe(3);
  expect(notificationsStore.getState().notifications.map(({ autoClose }) => autoClose)).toEqual([
    5_000,
    false,
    1_000,
  ]);
  expect(notificationsStore.getState().notifications.map(({ position }) => position)).toEqual(
    Array(3).fill('top-right'),
  );
  expect(LIMITS.notification).toBe(5_000);
});
