/** How a chat looks before it is opened, as its server says it. Apart from reading.ts: the first file needs no more. */
import { CHAT_LANGUAGE_CHOICES } from '../contract/chat-language.ts';
import type { LauncherLook } from '../contract/entities/bot.ts';
import { type Check, flag, oneOf, optional, shape, text } from './checks.ts';

export const launcherShape = { color: text, position: oneOf('right', 'left'), launcher: text };

/** A function of its own, so that the chat's file, which needs no more than the fields above, does without it. */
export const isLauncherLook: Check<LauncherLook> = (value): value is LauncherLook =>
  shape<LauncherLook>({
    ...launcherShape,
    whatsapp: optional(flag),
    language: optional(oneOf(...CHAT_LANGUAGE_CHOICES)),
    proactive: optional(flag),
  })(value);
