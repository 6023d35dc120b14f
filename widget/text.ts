/** Small words and figures of the chat: hours, days, keys. */
import { CHAT_LOCALES, type ChatLanguage } from '../contract/chat-language.ts';
import { spoken } from './say.ts';

/** 128 random bits as text. `crypto.randomUUID` exists on https pages alone; shops on http chat, too. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

let made: { language: ChatLanguage; clock: Intl.DateTimeFormat; day: Intl.DateTimeFormat } | null = null;

/** Made once: a history has hundreds of hours. English days have the month's name: figures would be read as the other order. */
function formats() {
  const language = spoken();
  if (made?.language === language) return made;
  const locale = CHAT_LOCALES[language];
  const english = language === 'en';
  made = {
    language,
    clock: new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hour12: english }),
    day: new Intl.DateTimeFormat(
      locale,
      english ? { dateStyle: 'medium' } : { day: '2-digit', month: '2-digit', year: 'numeric' },
    ),
  };
  return made;
}

/** 15:04; in English 03:04 PM. */
export const clockOf = (instant: string): string => formats().clock.format(new Date(instant));

/** DD/MM/YYYY where the reader is (Intl's es-CL would write dashes); in English Nov 21, 2026. */
export const dayOf = (instant: string): string =>
  formats().day.format(new Date(instant)).replaceAll('-', '/');
