/** Modules, permissions and the matrix of spec §6 (with the additions of wire.md 'Modules without a row'). */
import * as z from 'zod/mini';
import type { RoleName } from './states.ts';

export const PERMISSIONS = [
  'read',
  'edit',
  'add',
  'delete',
  'export',
  'upload',
  'send-wsp',
  'shunt-agent',
] as const;
export const permission = z.enum(PERMISSIONS);
export type Permission = z.infer<typeof permission>;

/** `view_name` of each module, with the name that people see. */
export const MODULES = {
  dashboard: 'Dashboard',
  chatbot: 'Chatbot',
  new_chatbot: 'Nuevo Chatbot',
  skill_base: 'Skill Base',
  faqs: 'FAQs',
  automatizaciones: 'Automatizaciones',
  menu_inicial: 'Menú inicial',
  integraciones: 'Integraciones',
  planes: 'Planes',
  planes_checkout: 'Planes Check-Out',
  historial_conversaciones: 'Historial de conversaciones',
  crm: 'CRM',
  live: 'Live',
  whatsapp_api: 'Whatsapp Api',
  widget_whatsapp: 'Widget WhatsApp',
  template_messages_stats: 'Template messages stats',
  agentes: 'Agentes',
  new_agent: 'Nuevo agente',
  edit_agent: 'Editar agente',
  associate_agent: 'Asociar agente',
  role_list: 'Lista de roles',
  new_role: 'Nuevo rol',
  facturacion: 'Facturación',
  tickets: 'Tickets',
  seguimiento_incidencias: 'Seguimiento de Incidencias',
} as const;
export type ModuleName = keyof typeof MODULES;
export const MODULE_NAMES = Object.keys(MODULES) as ModuleName[];
export const moduleName = z.enum(MODULE_NAMES as [ModuleName, ...ModuleName[]]);

export const modulePermissions = z.object({
  view_name: moduleName,
  permissions: z.array(permission).check(z.maxLength(PERMISSIONS.length)),
});
export type ModulePermissions = z.infer<typeof modulePermissions>;
export type Grants = Record<ModuleName, readonly Permission[]>;

const all = PERMISSIONS;
const crmAll = ['read', 'edit', 'add', 'delete', 'export', 'upload', 'send-wsp'] as const;
const live = ['read', 'edit', 'add', 'delete', 'send-wsp', 'shunt-agent'] as const;
const none = [] as const;

const owner: Grants = {
  dashboard: all,
  chatbot: all,
  new_chatbot: all,
  skill_base: all,
  faqs: all,
  automatizaciones: all,
  menu_inicial: all,
  integraciones: all,
  planes: all,
  planes_checkout: all,
  historial_conversaciones: ['read', 'export'],
  crm: crmAll,
  live,
  whatsapp_api: ['read', 'add', 'send-wsp'],
  widget_whatsapp: all.filter((name) => name !== 'export'),
  template_messages_stats: ['read'],
  agentes: ['read', 'edit', 'add', 'delete'],
  new_agent: ['read', 'add'],
  edit_agent: ['read', 'edit'],
  associate_agent: ['read', 'add'],
  role_list: ['read', 'edit'],
  new_role: ['read', 'edit', 'add'],
  facturacion: ['read', 'add', 'delete'],
  tickets: ['read', 'add'],
  seguimiento_incidencias: ['read', 'edit'],
};

const readOnly = ['read'] as const;
const admin: Grants = {
  ...owner,
  agentes: readOnly,
  new_agent: readOnly,
  edit_agent: readOnly,
  associate_agent: readOnly,
  planes: readOnly,
  planes_checkout: readOnly,
  role_list: none,
  new_role: none,
  facturacion: none,
};

const nothing = Object.fromEntries(MODULE_NAMES.map((name) => [name, none])) as unknown as Grants;
const agent: Grants = {
  ...nothing,
  dashboard: readOnly,
  historial_conversaciones: readOnly,
  crm: ['read', 'edit', 'upload', 'add', 'delete', 'send-wsp'],
  live,
  whatsapp_api: ['read', 'add', 'send-wsp'],
  tickets: ['read', 'add'],
  seguimiento_incidencias: ['read', 'edit'],
};

/** The permission matrix of spec §6. */
export const MATRIX: Record<RoleName, Grants> = { propietario: owner, administrador: admin, agente: agent };

/** Whether the grants (a role's, as the server sent them) hold this permission; a module that is absent has none. */
export function allows(
  grants: readonly ModulePermissions[],
  module: ModuleName,
  wanted: Permission,
): boolean {
  return grants.some((entry) => entry.view_name === module && entry.permissions.includes(wanted));
}

/** The matrix row of a built-in role in the form that travels. */
export function grantsOf(role: RoleName): ModulePermissions[] {
  return MODULE_NAMES.map((view_name) => ({ view_name, permissions: [...MATRIX[role][view_name]] }));
}
