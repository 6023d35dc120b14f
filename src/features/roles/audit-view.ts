/** How a record of the audit reads: columns, values and permissions in the words of the screens. Pure. */
import { ANSWER_COLUMN_LABELS } from '../../../contract/calendar/answer-deadline-labels.ts';
import type { Audit, AuditAction, AuditChange } from '../../../contract/entities/audit.ts';
import { ACCESS_EVENTS, type AccessEvent } from '../../../contract/entities/audit.ts';
import { MODULES, type ModuleName, PERMISSIONS, type Permission } from '../../../contract/permissions.ts';
import { SOUND_KIND_LABELS, SOUND_LABELS } from '../../../contract/sounds.ts';
import { AUDIT_TYPE_LABELS } from '../../../contract/told.ts';
import { PERMISSION_LABELS } from './grid.ts';

const ACTIONS: Record<AuditAction, string> = { create: 'creó', update: 'cambió', delete: 'eliminó' };

/** Other columns are shown by their own name: a record is never hidden because nobody named its column. */
const COLUMNS: Record<string, string> = {
  name: 'Nombre',
  email: 'Correo',
  phone: 'Teléfono',
  image: 'Foto',
  password: 'Contraseña',
  pending_email: 'Correo por confirmar',
  email_confirmed: 'Correo confirmado',
  second_factor: 'Verificación en dos pasos',
  widget_secret: 'Secreto de identidad del chat',
  leave_word: 'Formulario fuera de horario',
  language: 'Idioma del chat',
  second_factor_required: 'Verificación en dos pasos de administradores',
  recovery_codes: 'Códigos de recuperación',
  event: 'Qué pasó',
  browser: 'Navegador',
  address: 'Dirección (cifrada)',
  has_sound: 'Sonidos',
  user: 'Persona',
  sent_at: 'Enviada el',
  role: 'Rol',
  category: 'Áreas',
  assignments: 'Recibe asignaciones',
  automatic_assignments: 'Asignación automática',
  base: 'Ve como',
  permissions: 'Permisos',
  bot_name: 'Nombre',
  web: 'Sitio web',
  color: 'Color',
  welcome: 'Bienvenida',
  skill_base_template: 'Plantilla',
  business_type: 'Rubro',
  activated: 'Activado',
  description: 'Descripción',
  avatar: 'Foto',
  position: 'Posición',
  launcher: 'Texto del botón',
  menu: 'Menú en el chat',
  auto_assign: 'Asignación automática',
  rules: 'Reglas de asignación',
  proactive: 'Mensajes proactivos',
  capacity: 'Cupo de cada persona',
  overrides: 'Cupos propios',
  inactive_after_minutes: 'Minutos hasta Inactivas',
  close_after_minutes: 'Minutos hasta cerrar',
  wait_soon_minutes: 'Minutos de espera hasta el aviso',
  wait_late_minutes: 'Minutos de espera hasta la alerta',
  ...ANSWER_COLUMN_LABELS,
  inactive_message: 'Mensaje al quedar inactiva',
  closed_message: 'Mensaje al cerrar',
  returned_message: 'Mensaje al volver al bot',
  plan: 'Plan',
  ends_at: 'Termina',
  period: 'Cada cuánto',
  provider: 'Medio de pago',
  amount: 'Monto',
  card: 'Tarjeta',
  cancel_reason: 'Por qué se cancela',
  granted_reason: 'Por qué se otorga',
  next_plan: 'Plan siguiente',
  next_period: 'Cada cuánto después',
  next_amount: 'Monto después',
  company: 'Razón social',
  rut: 'RUT',
  activity: 'Giro',
  company_address: 'Dirección',
  review: 'Revisión',
  status: 'Estado',
  joined: 'Conversaciones unidas',
  title: 'Título',
  intent_name: 'Intención',
  answers: 'Respuestas',
  buttons: 'Opciones',
  handoff: 'Pasa a una persona',
  area: 'Área',
  conditions: 'Condición',
  parent: 'Después de',
  next: 'Sigue con',
  slot: 'Pide un dato',
  ticket: 'Abre un ticket',
  examples: 'Frases de ejemplo',
  values: 'Valores',
  version: 'Versión',
  note: 'Nota',
  restored_from: 'Trajo de vuelta la versión',
  draft: 'Borrador',
  answer_at: 'Puntaje para responder',
  offer_at: 'Puntaje para ofrecer opciones',
  nodes: 'Interacciones',
  intents: 'Intenciones',
  entities: 'Entidades',
  template: 'Plantilla',
  nombre: 'Nombre',
  ...SOUND_KIND_LABELS,
};

/** 'Paz Aránguiz cambió: Rol Supervisión', without the name. */
export function headline(
  audit: Pick<Audit, 'action' | 'auditable_type' | 'auditable_id' | 'label' | 'changes'>,
): string {
  if (audit.auditable_type === 'bot version') return versionText(audit);
  if (audit.auditable_type === 'access') return accessText(audit);
  const single = singleText(audit);
  if (single !== null) return `${ACTIONS[audit.action]}: ${single}`;
  const type = AUDIT_TYPE_LABELS[audit.auditable_type] ?? audit.auditable_type;
  // Contents of a bot go by names of their own.
  const id = /^\d+$/.test(audit.auditable_id) ? `n.º ${audit.auditable_id}` : `«${audit.auditable_id}»`;
  return `${ACTIONS[audit.action]}: ${type} ${audit.label ?? id}`;
}

/** What a bot has one of: its id says nothing to people. Null: something else. */
function singleText({
  auditable_type: type,
  auditable_id: id,
}: Pick<Audit, 'auditable_type' | 'auditable_id'>): string | null {
  if (type === 'assistant') return id === 'llm' ? 'Modelo de lenguaje' : 'Asistente';
  return type === 'bot settings' || type === 'welcome menu' ? (AUDIT_TYPE_LABELS[type] ?? null) : null;
}

/** A version is published; or the draft goes back to one: to that which customers get, or to an older one. */
function versionText({ auditable_id: version, changes }: Pick<Audit, 'auditable_id' | 'changes'>): string {
  const draft = changes.find(({ column_name }) => column_name === 'draft');
  if (!draft) return `publicó la versión ${version}`;
  return draft.new_value === 'descartado'
    ? 'descartó los cambios del borrador'
    : `trajo la versión ${version} al borrador`;
}

/** Who tried is nobody known: the account is named. Everything else is the person's own act. */
const BY_ANYBODY: readonly string[] = ['wrong_password', 'wrong_code', 'locked'];

/** 'inició sesión'; of what somebody unknown tried: 'contraseña incorrecta: Ana'. */
function accessText({ changes, label }: Pick<Audit, 'changes' | 'label'>): string {
  const event = changes.find(({ column_name }) => column_name === 'event')?.new_value ?? '';
  const words = ACCESS_EVENTS[event as AccessEvent] ?? 'Acceso';
  const whose = label !== null && BY_ANYBODY.includes(event) ? `: ${label}` : '';
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}${whose}`;
}

/** A column of a record in the screens' words; one without words is shown by its own name. */
export const columnText = (column: string): string => COLUMNS[column] ?? column;

const WORDS: Record<string, string> = {
  true: 'Sí',
  false: 'No',
  right: 'Derecha',
  left: 'Izquierda',
  start: 'Al abrir',
  always: 'Siempre a mano',
  never: 'No se muestra',
  ...ACCESS_EVENTS,
  ...SOUND_LABELS,
};
/** A value as it reads; null stays: there was none. */
export function valueText(column: string, value: string | null): string | null {
  if (value === null) return null;
  if (value === '') return '(vacío)';
  if (column === 'image' || column === 'avatar') return 'Con foto';
  return WORDS[value] ?? value;
}

export interface Line {
  name: string;
  before: string | null;
  after: string | null;
}

/** A change as lines: one, or for permissions one for each module whose permissions moved. */
export function linesOf(change: AuditChange): Line[] {
  const { column_name: column, old_value, new_value } = change;
  const name = columnText(column);
  if (column !== 'permissions') {
    return [{ name, before: valueText(column, old_value), after: valueText(column, new_value) }];
  }
  const before = readGrants(old_value);
  const after = readGrants(new_value);
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((module) => ({
      name: `${name}: ${MODULES[module as ModuleName] ?? module}`,
      before: before.get(module) ?? null,
      after: after.get(module) ?? null,
    }))
    .filter((line) => line.before !== line.after);
}

/** 'live: read, add; crm: read' as the permissions' names by module. */
function readGrants(text: string | null): Map<string, string> {
  const entries = (text ?? '').split(';').flatMap((entry) => {
    const [module = '', names = ''] = entry.split(':').map((part) => part.trim());
    return module === '' ? [] : [[module, permissionNames(names)] as const];
  });
  return new Map(entries);
}

const permissionNames = (names: string): string =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => (isPermission(name) ? PERMISSION_LABELS[name] : name))
    .join(', ');
const isPermission = (name: string): name is Permission => (PERMISSIONS as readonly string[]).includes(name);
