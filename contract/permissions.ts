/** Modules and permissions of docs/product.md §6 (with the additions of docs/product.md §6). */
import * as z from 'zod/mini';

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
/** Whether the grants (a role's, as the server sent them) hold this permission; a module that is absent has none. */
export function allows(
  grants: readonly ModulePermissions[],
  module: ModuleName,
  wanted: Permission,
): boolean {
  return grants.some((entry) => entry.view_name === module && entry.permissions.includes(wanted));
}
