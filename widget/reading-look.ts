/** How a chat looks before it is opened, as its server says it. Apart from reading.ts: the first file needs no more. */
import type { LauncherLook } from '../contract/entities/bot.ts';
import { flag, oneOf, optional, shape, text } from './checks.ts';

export const launcherShape = { color: text, position: oneOf('right', 'left'), launcher: text };

export const isLauncherLook = shape<LauncherLook>({ ...launcherShape, whatsapp: optional(flag) });
