/** How a chat looks before it is opened, as its server says it. Apart from reading.ts: the first file needs no more. */
import { CHAT_LANGUAGE_CHOICES } from '../contract/chat-language.ts';
import type { LauncherLook } from '../contract/entities/bot.ts';
import { flag, oneOf, optional, shape, text } from './checks.ts';

export const launcherShape = { color: text, position: oneOf('right', 'left'), launcher: text };

export const isLauncherLook = shape<LauncherLook>({
  ...launcherShape,
  whatsapp: optional(flag),
  language: optional(oneOf(...CHAT_LANGUAGE_CHOICES)),
});
