/** The sidebar of docs/product.md §2, as data, and what of it a person sees (docs/product.md §6; docs/product.md §6). */
import type { Bot } from '../../contract/entities/bot.ts';
import {
  allows,
  type ModuleName,
  type ModulePermissions,
  type Permission,
} from '../../contract/permissions.ts';
import type { RoleName } from '../../contract/states.ts';

/** What an entry does that leads to no screen. */
export type NavAction = 'embed' | 'delete-bot' | 'sign-out';

export interface NavItem {
  label: string;
  /** One of these three. */
  to?: string;
  action?: NavAction;
  /** Screens whose path goes on from this one belong elsewhere. */
  exact?: true;
  children?: NavItem[];
  /** Needs `permission` (read unless said) on it; without one everybody sees it (Cuenta). */
  module?: ModuleName;
  permission?: Permission;
  /** Hidden from agents whatever their permissions (docs/product.md §6). */
  notForAgents?: true;
  badge?: string;
  shown?: (context: NavContext) => boolean;
}
export type NavIcon =
  | 'account'
  | 'dashboard'
  | 'bot'
  | 'center'
  | 'history'
  | 'clients'
  | 'live'
  | 'whatsapp'
  | 'agents'
  | 'integrations'
  | 'settings';
export interface NavEntry extends NavItem {
  icon: NavIcon;
}
/** An entry that a screen of our own brings (`under` of src/frame/screen.ts). */
export interface OwnItem extends NavItem {
  /** The label of its group. */
  under: string;
}
export interface NavContext {
  product: string;
  inboxPath: string;
  role: RoleName;
  grants: readonly ModulePermissions[];
  bot: Pick<Bot, 'id' | 'activated' | 'platform' | 'flags'>;
  staff: boolean;
}

function allEntries({ product, inboxPath, bot }: NavContext): NavEntry[] {
  return [
    {
      label: 'Cuenta',
      icon: 'account',
      children: [
        { label: 'Mi cuenta', to: '/profile' },
        { label: 'Facturación', to: '/facturacion', module: 'facturacion', notForAgents: true },
        { label: 'Notificaciones', to: '/notificaciones' },
        { label: 'Tutoriales', to: '/tutoriales' },
        { label: 'Tickets', to: '/tickets', module: 'tickets' },
        { label: 'Soporte', to: '/soporte', module: 'tickets' },
        {
          label: 'Incidencia',
          children: [
            { label: 'Reportar', to: '/report-incident', module: 'seguimiento_incidencias' },
            { label: 'Seguimiento', to: '/follow-incident', module: 'seguimiento_incidencias' },
          ],
        },
        { label: 'Cerrar sesión', action: 'sign-out' },
      ],
    },
    {
      label: 'Dashboard',
      icon: 'dashboard',
      module: 'dashboard',
      children: [
        { label: 'Dashboard', to: '/dashboard', module: 'dashboard', exact: true },
        { label: 'Métricas', to: '/metrics', module: 'dashboard' },
      ],
    },
    {
      label: 'Chatbot',
      icon: 'bot',
      children: [
        { label: 'Editar', to: '/chatbot/edit', module: 'chatbot' },
        { label: 'Implementar', action: 'embed', module: 'chatbot' },
        { label: 'Crear chatbot', to: '/chatbot/new', module: 'new_chatbot' },
        { label: 'Sincronizar productos', to: '/products', module: 'crm', notForAgents: true },
        { label: 'Previsualizar', to: '/preview', module: 'chatbot', notForAgents: true },
        { label: 'Eliminar', action: 'delete-bot', module: 'chatbot', permission: 'delete' },
      ],
    },
    {
      label: `${product} Center`,
      icon: 'center',
      children: [
        {
          label: 'Interacciones',
          children: [
            { label: 'Precargadas', to: `/chatbot-center/skill-base/${bot.id}`, module: 'skill_base' },
            { label: 'Personalizadas', to: '/dashboard/chatbot/preguntas', module: 'faqs' },
            { label: 'Menú Inicial', to: '/menu-inicial', module: 'menu_inicial' },
          ],
        },
        { label: 'Automatizaciones', to: '/automatizaciones', module: 'automatizaciones' },
        { label: 'Documentos', to: '/documento-conocimiento', module: 'skill_base' },
        {
          label: 'Clasificación IA',
          to: '/clasificacion-ia',
          module: 'skill_base',
          shown: (context) => context.bot.flags.ai_classification === true,
        },
        { label: 'Configuración de IA', to: '/chatbot-center/prompt-manager', module: 'skill_base' },
      ],
    },
    {
      label: 'Historial de conversaciones',
      icon: 'history',
      to: '/historial-conversaciones',
      module: 'historial_conversaciones',
    },
    { label: 'Clientes', icon: 'clients', to: '/clients-v2', module: 'crm' },
    {
      label: `${product} Live`,
      icon: 'live',
      module: 'live',
      children: [
        { label: 'Conversaciones', to: inboxPath, module: 'live' },
        {
          label: 'Respuestas Rápidas',
          to: '/respuestas-rapidas',
          module: 'live',
          ...(bot.flags.new_features ? { badge: 'Nuevo' } : {}),
        },
      ],
    },
    {
      label: 'WhatsApp',
      icon: 'whatsapp',
      children: [
        { label: 'WhatsApp API', to: '/whatsapp-business', module: 'whatsapp_api' },
        { label: 'Widget', to: '/widgetWhatsapp', module: 'widget_whatsapp' },
        { label: 'Estadísticas', to: '/whatsapp-estadisticas', module: 'template_messages_stats' },
        {
          label: 'Plantillas programadas',
          to: '/plantillas-programadas',
          module: 'whatsapp_api',
          shown: (context) => context.bot.flags.scheduled_templates === true,
        },
      ],
    },
    { label: 'Agentes', icon: 'agents', to: '/agentes', module: 'agentes' },
    {
      label: 'Integraciones',
      icon: 'integrations',
      to: '/integraciones',
      module: 'integraciones',
      notForAgents: true,
      shown: (context) => context.bot.platform !== 'shopify',
    },
    { label: 'Configuración', icon: 'settings', to: '/settings', shown: (context) => context.staff },
  ];
}

/**
 * The entries a person sees at a bot: what their permissions let them read, plus Cuenta; an entry whose children are
 * all hidden is hidden too.
 * @param own entries of screens that say themselves under which group they stand; they come last there
 */
export function navEntries(context: NavContext, own: readonly OwnItem[] = []): NavEntry[] {
  const sees = (item: NavItem) =>
    (!item.module || allows(context.grants, item.module, item.permission ?? 'read')) &&
    !(item.notForAgents && context.role === 'agente') &&
    (item.shown?.(context) ?? true);
  const visible = <T extends NavItem>(items: readonly T[]): T[] =>
    items.flatMap((item) => {
      if (!sees(item)) return [];
      if (!item.children) return [item];
      const children = visible(item.children);
      return children.length > 0 ? [{ ...item, children }] : [];
    });
  const entries = allEntries(context).map((entry) => {
    const more = own.filter(({ under }) => under === entry.label);
    return more.length === 0 ? entry : { ...entry, children: [...(entry.children ?? []), ...more] };
  });
  return visible(entries);
}

/** Every entry that does something, with the way to it: 'Cuenta › Incidencia › Reportar'. */
export function flatEntries(
  entries: readonly NavItem[],
  way: readonly string[] = [],
): { way: string; item: NavItem }[] {
  return entries.flatMap((item) => {
    const here = [...way, item.label];
    return item.children ? flatEntries(item.children, here) : [{ way: here.join(' › '), item }];
  });
}

/** Whether the screen at `path` belongs to an entry or to one below it. */
export function holds(item: NavItem, path: string): boolean {
  if (item.children) return item.children.some((child) => holds(child, path));
  return item.to !== undefined && (path === item.to || (!item.exact && path.startsWith(`${item.to}/`)));
}
