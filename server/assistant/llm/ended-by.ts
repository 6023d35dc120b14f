import { LATE } from './stream-chat.ts';

/** Who asked went away, or the server ends. */
export const INTERRUPTED = 'Se interrumpió la respuesta.';

/** In words why the caller's own signal ended a question to the model. */
export const endedBy = ({ reason }: AbortSignal): string =>
  reason instanceof DOMException && reason.name === 'TimeoutError' ? LATE : INTERRUPTED;
