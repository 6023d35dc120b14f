/** The sidebar of spec §2, as data, and what of it a person sees (§6; wire.md 'Modules without a row'). */
import type { Bot } from '../../../contract/entities/bot.ts';
import { allows, type ModuleName, type ModulePermissions } from '../../../contract/permissions.ts';
import type { RoleName } from '../../../contract/states.ts';

export interface NavLeaf {
  label: string;
  to: string;
  /** Needs read on it; without one everybody sees it (Cuenta). */
  module?: ModuleName;
  /** Hidden from agents whatever their permissions (§6). */
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
export interface NavEntry extends Omit<NavLeaf, 'to'> {
  icon: NavIcon;
  to?: string;
  children?: NavLeaf[];
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
        { label: 'Reportar incidencia', to: '/report-incident', module: 'seguimiento_incidencias' },
        { label: 'Seguimiento de incidencias', to: '/follow-incident', module: 'seguimiento_incidencias' },
      ],
    },
    {
      label: 'Dashboard',
      icon: 'dashboard',
      module: 'dashboard',
      children: [
        { label: 'Dashboard', to: '/dashboard', module: 'dashboard' },
        { label: 'Métricas', to: '/metrics', module: 'dashboard' },
      ],
    },
    {
      label: 'Chatbot',
      icon: 'bot',
      module: 'chatbot',
      children: [
        { label: 'Editar', to: '/chatbot/edit', module: 'chatbot' },
        { label: 'Implementar', to: '/chatbot/configuracion', module: 'chatbot' },
        { label: 'Crear chatbot', to: '/chatbot/new', module: 'new_chatbot' },
        { label: 'Productos', to: '/products', module: 'crm', notForAgents: true },
        { label: 'Previsualizar', to: '/preview', module: 'chatbot', notForAgents: true },
      ],
    },
    {
      label: `${product} Center`,
      icon: 'center',
      module: 'skill_base',
      children: [
        { label: 'Precargadas', to: `/chatbot-center/skill-base/${bot.id}`, module: 'skill_base' },
        { label: 'Personalizadas', to: '/dashboard/chatbot/preguntas', module: 'faqs' },
        { label: 'Menú Inicial', to: '/menu-inicial', module: 'menu_inicial' },
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
        { label: 'Respuestas Rápidas', to: '/respuestas-rapidas', module: 'live', badge: 'Nuevo' },
      ],
    },
    {
      label: 'WhatsApp',
      icon: 'whatsapp',
      module: 'whatsapp_api',
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
 */
export function navEntries(context: NavContext): NavEntry[] {
  const sees = (leaf: Omit<NavLeaf, 'to'>) =>
    (!leaf.module || allows(context.grants, leaf.module, 'read')) &&
    !(leaf.notForAgents && context.role === 'agente') &&
    (leaf.shown?.(context) ?? true);
  return allEntries(context).flatMap((entry) => {
    if (!sees(entry)) return [];
    if (!entry.children) return [entry];
    const children = entry.children.filter(sees);
    return children.length > 0 ? [{ ...entry, children }] : [];
  });
}
