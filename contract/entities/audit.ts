/** Audit records (docs/product.md §3 Audit record). Written by the server in the change's own transaction. */
import * as z from 'zod/mini';
import { instant, numericId, textId } from '../primitives.ts';

export const auditAction = z.enum(['create', 'update', 'delete']);
export type AuditAction = z.infer<typeof auditAction>;

/** Old and new value are texts; null: there was none (create) or is none any more (delete). */
export const auditChange = z.object({
  column_name: z.string(),
  old_value: z.nullable(z.string()),
  new_value: z.nullable(z.string()),
});
export type AuditChange = z.infer<typeof auditChange>;

export const audit = z.object({
  id: textId,
  auditable_type: z.string(),
  auditable_id: z.string(),
  /** What it is called (a person, a role, a bot); null: nobody knows any more, or it has no name. */
  label: z.nullable(z.string()),
  bot_id: z.nullable(numericId),
  action: auditAction,
  /** Who did it; null: the system. */
  user_id: z.nullable(numericId),
  user_name: z.nullable(z.string()),
  user_email: z.nullable(z.string()),
  changes: z.array(auditChange),
  at: instant,
});
export type Audit = z.infer<typeof audit>;

/** What happens at the door of an account: the `event` of an audit of type 'access'. */
export const ACCESS_EVENTS = {
  signed_in: 'Inició sesión',
  signed_out: 'Cerró su sesión',
  session_ended: 'Cerró la sesión de otro navegador',
  sessions_ended: 'Cerró sus demás sesiones',
  wrong_password: 'Contraseña incorrecta',
  wrong_code: 'Código de verificación incorrecto',
  locked: 'Intentos detenidos por un rato',
} as const;
export type AccessEvent = keyof typeof ACCESS_EVENTS;

/** What changes of a bot's content are audited as. */
export const BUILDING_AUDIT_TYPES = [
  'custom intents',
  'custom nodes',
  'template nodes',
  'custom entities',
  'synonyms',
  'welcome menu',
  'bot settings',
  'template',
  'bot version',
  'assistant',
] as const;
