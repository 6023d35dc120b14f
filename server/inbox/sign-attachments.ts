/** Puts signed addresses on what a message carries, for answers to somebody who may see it. */
import type { Message } from '../../contract/entities/message.ts';
import type { App } from '../platform/app.ts';
import { signUpload } from '../platform/uploads/sign-upload.ts';

/** The message with addresses under which its files open for a while. */
export function withUrls(app: Pick<App, 'config' | 'clock'>, message: Message): Message {
  const now = app.clock.now();
  const attachments = message.attachments.map((file) =>
    // What has not arrived has no address.
    file.state === 'downloading' || file.state === 'failed'
      ? file
      : { ...file, url: signUpload(app, file.id, now) },
  );
  return { ...message, attachments };
}
