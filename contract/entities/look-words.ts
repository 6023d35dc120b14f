/** What the choices of a chat's look are called: in its forms, and in words of what somebody saved. */
import type { BotLook } from './bot.ts';

export const SIDE_WORDS: Readonly<Record<BotLook['position'], string>> = {
  right: 'A la derecha',
  left: 'A la izquierda',
};

/** Where the welcome menu is shown. */
export const MENU_WORDS: Readonly<Record<BotLook['menu'], string>> = {
  start: 'Al abrir el chat',
  always: 'Al abrir y siempre a mano',
  never: 'No mostrarlo',
};
