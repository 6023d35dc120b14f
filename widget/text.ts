/** Small words and figures of the chat: hours, days, keys. */
import { CHAT_LOCALES, type ChatLanguage } from '../contract/chat-language.ts';
import { spoken } from './say.ts';

/** 128 random bits as text. `crypto.randomUUID` exists on https pages alone; shops on http chat, too. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Made once a language: a history has hundreds of hours. */
const made: Partial<Record<ChatLanguage, readonly [clock: Intl.DateTimeFormat, day: Intl.DateTimeFormat]>> =
  {};

function formats() {
  const language = spoken();
  const locale = CHAT_LOCALES[language];
  const english = language === 'en';
  made[language] ??= [
    new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hour12: english }),
    // English days have the month's name: figures would be read as the other order.
    new Intl.DateTimeFormat(locale, {
      day: '2-digit',
      month: english ? 'short' : '2-digit',
      year: 'numeric',
    }),
  ];
  return made[language];
}

/** 15:04; in English 03:04 PM. */
export const clockOf = (instant: string): string => formats()[0].format(new Date(instant));

/** DD/MM/YYYY where the reader is (Intl's es-CL would write dashes); in English Nov 09, 2026. */
export const dayOf = (instant: string): string => formats()[1].format(new Date(instant)).replaceAll('-', '/');
