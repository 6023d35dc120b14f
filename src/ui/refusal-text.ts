import { ApiError, sentence } from '../api/api-error.ts';

/** What the form says about a refusal; how long to wait, when the server told. */
export function refusalText(error: unknown): string {
  const wait = error instanceof ApiError && error.status === 429 ? error.retryAfter : null;
  if (wait !== null) {
    const seconds = Math.ceil(wait);
    const amount =
      seconds === 1 ? '1 segundo' : seconds < 90 ? `${seconds} segundos` : `${Math.ceil(wait / 60)} minutos`;
    return `Demasiados intentos. Inténtalo nuevamente en ${amount}.`;
  }
  return sentence(error);
}
