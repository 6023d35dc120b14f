/** Small words and figures of the chat: hours, days, keys. */
import { CHAT_LOCALES } from '../contract/chat-language.ts';
import { spoken } from './say.ts';

/** 128 random bits as text. `crypto.randomUUID` exists on https pages alone; shops on http chat, too. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const format = (instant: string, how: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(CHAT_LOCALES[spoken()], how).format(new Date(instant));

/** 15:04, and in English 03:04 PM. */
export const clockOf = (instant: string): string =>
  format(instant, { hour: '2-digit', minute: '2-digit', hour12: spoken() === 'en' });

/** DD/MM/YYYY where the reader is, and in English Nov 21, 2026: figures alone would be read as the other order. */
export const dayOf = (instant: string): string =>
  spoken() === 'en'
    ? format(instant, { dateStyle: 'medium' })
    : format(instant, { day: '2-digit', month: '2-digit', year: 'numeric' }).replaceAll('-', '/');
