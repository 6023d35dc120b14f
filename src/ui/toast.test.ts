import { notificationsStore } from '@mantine/notifications';
import { expect, it } from 'vitest';
import { LIMITS } from '../../contract/limits.ts';
import { toast, toastSuccess } from './toast.ts';

it('a notice stays for 5 s unless it says otherwise, a success for 1 s', async () => {
  toast({ message: 'Algo' });
  toast({ message: 'Hasta que se cierre', autoClose: false });
  toastSuccess('Listo');
  await expect.poll(() => notificationsStore.getState().notifications.length).toBe(3);
  expect(notificationsStore.getState().notifications.map(({ autoClose }) => autoClose)).toEqual([
    5_000,
    false,
    1_000,
  ]);
  expect(LIMITS.notification).toBe(5_000);
});
