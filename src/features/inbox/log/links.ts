/** The addresses of a conversation and of its messages, taken along. */
import { TEXTS } from '../../../../contract/texts.ts';
import { inboxPath } from '../../../base/client-config.ts';
import { toast, toastSuccess } from '../../../ui/toast.ts';

/** The address that opens the conversation, at this message if one is given, for whoever may see it. */
export function linkTo(botId: number, conversation: string, message?: string): string {
  const search = new URLSearchParams({ bot: String(botId), conversation, ...(message ? { message } : {}) });
  return `${location.origin}${inboxPath()}?${search}`;
}

/** @param done what is said once it is copied */
export function copy(text: string, done: string): void {
  navigator.clipboard.writeText(text).then(
    () => toastSuccess(done),
    (error: unknown) => {
      console.warn('The browser did not copy.', error);
      toast({ message: TEXTS.copyFailed, color: 'red', role: 'alert' });
    },
  );
}
