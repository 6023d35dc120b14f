/** The few words of the first file, in every language: the button is there before anything else has come. */
import type { ChatLanguage } from '../contract/chat-language.ts';

export const LAUNCHER_TEXTS: Record<
  ChatLanguage,
  readonly [open: string, unread: string, close: string, fault: string]
> = {
  es: ['Abrir chat', 'sin leer', 'Cerrar chat', 'No se pudo abrir el chat. Inténtalo nuevamente.'],
  en: ['Open chat', 'unread', 'Close chat', 'The chat could not be opened. Please try again.'],
  pt: ['Abrir chat', 'não lidas', 'Fechar chat', 'Não foi possível abrir o chat. Tente novamente.'],
};
