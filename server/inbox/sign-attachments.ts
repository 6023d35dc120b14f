/** Puts signed addresses on what a message carries, for answers to somebody who may see it. */
import type { Attachment } from '../../contract/entities/message.ts';
import type { App } from '../platform/app.ts';
import { signUpload } from '../platform/uploads/sign-upload.ts';

/** The message, or what is to be one, with addresses under which its files open for a while. */
export function withUrls<T extends { attachments: Attachment[] }>(
  app: Pick<App, 'config' | 'clock'>,
  message: T,
): T {
  const now = app.clock.now();
  const attachments = message.attachments.map((file) =>
    // What has not arrived has no address.
    file.state === 'downloading' || file.state === 'failed'
      ? file
      : { ...file, url: signUpload(app, file.id, now) },
  );
  return { ...message, attachments };
}
