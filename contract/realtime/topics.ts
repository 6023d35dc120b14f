/**
 * What changes outside the live inbox, by name: `STALE` says which of these are to be asked again, to the sockets that
 * may ask them (docs/protocol.md 'Live outside the inbox').
 */
import { allows, type ModuleName, type ModulePermissions, type Permission } from '../permissions.ts';

/** The permission on one of the modules; `linked`: whatever the role at the bot. */
type TopicRule = 'linked' | { modules: readonly ModuleName[]; permission: Permission };

const on = (permission: Permission, ...modules: ModuleName[]): TopicRule => ({ modules, permission });

/** Who hears a topic: who may make the calls whose answers it makes old. `lead`, `campaign`, `ticket` carry an id. */
export const TOPIC_RULES = {
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
  billing: on('read', 'facturacion'),
  draft: on('read', 'skill_base', 'menu_inicial', 'faqs', 'chatbot'),
  documents: on('read', 'skill_base'),
  trainings: on('read', 'skill_base'),
  exports: on('export', 'historial_conversaciones', 'crm'),
  roles: on('read', 'agentes', 'role_list', 'new_agent', 'edit_agent', 'associate_agent'),
  agents: on('read', 'agentes', 'new_agent', 'edit_agent', 'associate_agent'),
} as const satisfies Record<string, TopicRule>;

export type TopicKind = keyof typeof TOPIC_RULES;
export const TOPIC_KINDS = Object.keys(TOPIC_RULES) as TopicKind[];
/** Kinds of which each thing is a topic of its own: `lead:{id}`. */
const THINGS = ['lead', 'campaign', 'ticket'] as const satisfies readonly TopicKind[];
type ThingTopicKind = (typeof THINGS)[number];
export const isThingTopic = (kind: string): kind is ThingTopicKind =>
  (THINGS as readonly string[]).includes(kind);
export type StaleTopic = Exclude<TopicKind, ThingTopicKind> | `${ThingTopicKind}:${string}`;

/** Whether somebody with these grants hears the topic. */
export function hearsTopic(grants: readonly ModulePermissions[], topic: StaleTopic): boolean {
  const [kind] = topic.split(':', 1);
  const rule: TopicRule = TOPIC_RULES[kind as TopicKind];
  return rule === 'linked' || rule.modules.some((module) => allows(grants, module, rule.permission));
}
