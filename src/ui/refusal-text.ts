import { ApiError, sentence } from '../api/api-error.ts';

/** What the form says about a refusal; how long to wait, when the server told. */
export function refusalText(error: unknown): string {
  const wait = error instanceof ApiError ? Number(error.details['retry_after']) : Number.NaN;
  if (error instanceof ApiError && error.status === 429 && wait > 0) {
    const amount = wait < 90 ? `${Math.ceil(wait)} segundos` : `${Math.ceil(wait / 60)} minutos`;
    return `Demasiados intentos. Inténtalo nuevamente en ${amount}.`;
  }
  return sentence(error);
}
