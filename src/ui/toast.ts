/** Short notices in the corner (spec §9: success 1 s, others 5 s). The notifications' part loads with the shell. */
import { notifications } from '@mantine/notifications';
import { LIMITS } from '../../contract/limits.ts';
import { failureText } from './failure-text.ts';

/** Something worked. */
export function toastSuccess(message: string): void {
  notifications.show({ message, color: 'green', autoClose: LIMITS.successToast, role: 'status' });
}
/** Something failed, with the reason. */
export function toastFailure(title: string, error: unknown): void {
  notifications.show({
    title,
    message: failureText(error),
    color: 'red',
    autoClose: LIMITS.notification,
    role: 'alert',
  });
}
