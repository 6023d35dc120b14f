/** Short notices in the corner (docs/product.md §9: success 1 s, others 5 s). Their part loads after the first paint. */
import type { NotificationData } from '@mantine/notifications';
import { LIMITS } from '../../contract/limits.ts';
import { loadChunk } from '../base/lazy-screen.ts';
import { failureText } from './failure-text.ts';
import { type Corner, freeCorner } from './free-corner.ts';

/**
 * Shows a notice; what shows it is loaded on first use.
 *
 * @param corner where it covers nothing that is being filled in, asked when it is about to show
 */
export function toast(notice: NotificationData, corner: () => Corner = freeCorner): void {
  loadChunk(() => import('@mantine/notifications')).then(
    ({ notifications }) =>
      notifications.show({ autoClose: LIMITS.notification, position: corner(), ...notice }),
    (error: unknown) => console.error('A notice could not be shown', notice.message, error),
  );
}

/** Something worked. */
export function toastSuccess(message: string, corner?: () => Corner): void {
  toast({ message, color: 'green', autoClose: LIMITS.successToast, role: 'status' }, corner);
}
/** Something failed, with the reason. */
export function toastFailure(title: string, error: unknown): void {
  toast({ title, message: failureText(error), color: 'red', autoClose: LIMITS.notification, role: 'alert' });
}
