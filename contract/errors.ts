/** The error envelope and its stable codes (docs/protocol.md 'Sign-in, credentials, errors'). */
import * as z from 'zod/mini';

/** Each code with its HTTP status and the sentence shown when nothing more exact is known. */
export const ERRORS = {
  bad_request: { status: 400, message: 'La solicitud no tiene el formato esperado.' },
  unauthorized: { status: 401, message: 'Tu sesión terminó. Inicia sesión nuevamente.' },
  second_factor: { status: 401, message: 'Ingresa el código de tu aplicación de verificación.' },
  forbidden: { status: 403, message: 'No tienes permiso para realizar esta acción' },
  not_found: { status: 404, message: 'No encontramos lo que buscas.' },
  too_slow: { status: 408, message: 'La solicitud tardó demasiado en llegar. Inténtalo nuevamente.' },
  conflict: { status: 409, message: 'La conversación cambió mientras tanto.' },
  already_taken: { status: 409, message: 'Otra persona ya tomó esta conversación.' },
  illegal_move: { status: 409, message: 'La conversación ya no permite esta acción.' },
  stale_view: { status: 409, message: 'Otra persona respondió mientras tanto.' },
  too_large: { status: 413, message: 'El contenido supera el tamaño permitido.' },
  unsupported_type: { status: 415, message: 'Este tipo de archivo no está permitido.' },
  rule: { status: 422, message: 'Los datos no cumplen una regla.' },
  too_many: { status: 429, message: 'Demasiados intentos. Espera un momento e inténtalo nuevamente.' },
  server: { status: 500, message: 'Algo falló en el servidor. Inténtalo nuevamente.' },
  unavailable: { status: 503, message: 'El servicio no está disponible. Inténtalo en unos segundos.' },
} as const;
export type ErrorCode = keyof typeof ERRORS;

/** What every refused call answers. `details` is for programs: field errors, the present state, who has it. */
export const errorBody = z.object({
  error: z.string(),
  message: z.string(),
  details: z.optional(z.record(z.string(), z.unknown())),
});
export type ErrorBody = z.infer<typeof errorBody>;
