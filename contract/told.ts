/**
 * What the domains tell by name, for a new one to add its own: live topics, notifications, and what its records in the
 * record of changes are called (docs/a-new-domain.md).
 */
import type { NoticeKind } from './notice-settings.ts';
import type { ModuleName, Permission } from './permissions.ts';

/** The permission on one of the modules; `linked`: whatever the role at the bot. */
export type TopicRule = 'linked' | { modules: readonly ModuleName[]; permission: Permission };

const on = (permission: Permission, ...modules: ModuleName[]): TopicRule => ({ modules, permission });

/** Who hears a topic: who may make the calls whose answers it makes old (docs/protocol.md 'Live outside the inbox'). */
export const TOPIC_RULES = {
  macros: on('read', 'live'),
  leads: on('read', 'crm'),
  lead: on('read', 'crm'),
  segments: on('read', 'crm'),
  imports: on('read', 'crm'),
  products: on('read', 'crm'),
  connections: on('read', 'integraciones', 'whatsapp_api'),
  templates: on('read', 'whatsapp_api'),
  campaign: on('read', 'whatsapp_api'),
  automations: on('read', 'automatizaciones'),
  tickets: on('read', 'tickets'),
  ticket: on('read', 'tickets'),
  incidents: on('read', 'seguimiento_incidencias'),
  notifications: 'linked',
  // Everybody at a bot sees whether it works.
  billing: 'linked',
  draft: on('read', 'skill_base', 'menu_inicial', 'faqs', 'chatbot'),
  documents: on('read', 'skill_base'),
  trainings: on('read', 'skill_base'),
  // Each is told to its maker alone.
  exports: 'linked',
  roles: on('read', 'agentes', 'role_list', 'new_agent', 'edit_agent', 'associate_agent'),
  agents: on('read', 'agentes', 'new_agent', 'edit_agent', 'associate_agent'),
  presence: on('read', 'agentes'),
  absences: on('read', 'live', 'agentes'),
  skills: on('read', 'live', 'agentes', 'edit_agent'),
} as const satisfies Record<string, TopicRule>;

/** Kinds of topics of which each thing is a topic of its own: `lead:{id}`. */
export const TOPICS_OF_THINGS = [
  'lead',
  'campaign',
  'ticket',
] as const satisfies readonly (keyof typeof TOPIC_RULES)[];

/** Every kind of notification, with the setting that decides whether somebody gets it. */
export const KIND_OF_ACTION = {
  new_conversation: 'transfer',
  create_new_ticket_notification: 'ticket',
  create_new_message_ticket: 'ticket',
  transfer_conversation: 'transfer',
  user_tagged: 'mention',
  scheduled_message_unsent: 'unsent',
  followed_conversation: 'followed',
  answer_due: 'answer_due',
  absence: 'absence',
  connection: 'connection',
  sync: 'sync',
  automation: 'automation',
  campaign: 'campaign',
  import: 'import',
  incident: 'incident',
  billing: 'billing',
  ticket_overdue: 'overdue',
} as const satisfies Record<string, NoticeKind>;

/**
 * What somebody must still be able to read for a notification to be shown: with the right it goes (NO-2). One about a
 * conversation is judged by the conversation's sight besides.
 */
export const RIGHT_OF_ACTION: Record<keyof typeof KIND_OF_ACTION, TopicRule> = {
  new_conversation: on('read', 'live'),
  create_new_ticket_notification: on('read', 'tickets'),
  create_new_message_ticket: on('read', 'tickets'),
  transfer_conversation: on('read', 'live'),
  user_tagged: on('read', 'live', 'tickets'),
  scheduled_message_unsent: on('read', 'live'),
  followed_conversation: on('read', 'live'),
  answer_due: on('read', 'live'),
  absence: on('read', 'live', 'agentes', 'edit_agent'),
  connection: on('read', 'integraciones', 'whatsapp_api'),
  sync: on('read', 'crm'),
  automation: on('read', 'automatizaciones'),
  campaign: on('read', 'whatsapp_api'),
  import: on('read', 'crm'),
  incident: on('read', 'seguimiento_incidencias'),
  billing: on('read', 'facturacion'),
  ticket_overdue: on('read', 'tickets'),
};

/** How each kind of audited thing is called on screen; other kinds are shown as they are. */
export const AUDIT_TYPE_LABELS: Record<string, string> = {
  user: 'Cuenta',
  access: 'Acceso',
  role: 'Rol',
  user_bot: 'Vínculo',
  invitation: 'Invitación',
  absence: 'Ausencia',
  skill: 'Habilidad',
  bot: 'Chatbot',
  bot_flags: 'Funciones del chatbot',
  bot_calendar: 'Calendario',
  bot_routing: 'Asignación',
  bot_proactive: 'Mensajes proactivos',
  whatsapp_button: 'Widget de WhatsApp',
  subscription: 'Suscripción',
  billing: 'Facturación',
  lead: 'Cliente',
  conversation: 'Conversación',
  'custom intents': 'Intención',
  'custom nodes': 'Interacción personalizada',
  'template nodes': 'Interacción precargada',
  'custom entities': 'Entidad',
  synonyms: 'Sinónimos',
  'welcome menu': 'Menú inicial',
  'bot settings': 'Configuración de IA',
  template: 'Plantilla',
  'bot version': 'Publicación',
  assistant: 'Asistente',
  connection: 'Conexión',
  'product sync': 'Sincronización de productos',
  hook: 'Aviso recibido',
  campaign: 'Campaña',
  automation: 'Automatización',
  incident: 'Incidencia',
  ticket: 'Ticket',
  'ticket settings': 'Plazos de tickets',
};
