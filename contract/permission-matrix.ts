/** What each built-in role may do, module by module (docs/product.md §6). Beside the names, so that pages which only ask need not carry it. */
import {
  MODULE_NAMES,
  type ModuleName,
  type ModulePermissions,
  PERMISSIONS,
  type Permission,
} from './permissions.ts';
import type { RoleName } from './states.ts';

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

/** The permission matrix of docs/product.md §6. */
export const MATRIX: Record<RoleName, Grants> = { propietario: owner, administrador: admin, agente: agent };

/** The matrix row of a built-in role in the form that travels. */
export function grantsOf(role: RoleName): ModulePermissions[] {
  return MODULE_NAMES.map((view_name) => ({ view_name, permissions: [...MATRIX[role][view_name]] }));
}
