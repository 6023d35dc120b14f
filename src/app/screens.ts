import type { ScreenRule } from './screen-access.ts';

export interface ScreenRoute extends ScreenRule {
  path: string;
  /** The name that people see. */
  title: string;
}

/** The screens of spec §2 that are announced and not built yet (docs/screens.md lists them). */
export const COMING: readonly ScreenRoute[] = [
  { path: '/guide/$id', title: 'Guía', module: 'dashboard' },
  { path: '/clients-v2', title: 'Clientes', module: 'crm' },
  { path: '/clients', title: 'Clientes', module: 'crm' },
  { path: '/products', title: 'Productos', module: 'crm', notForAgents: true },
  { path: '/clients/detail-lead/$id', title: 'Detalle del cliente', module: 'crm' },
  { path: '/pago-exitoso/$id', title: 'Pago exitoso' },
  { path: '/chatbot-center/skill-base/$id', title: 'Skill Base', module: 'skill_base' },
  { path: '/chatbot-center/prompt-manager', title: 'Configuración de IA', module: 'skill_base' },
  { path: '/chatbot-center/terminar', title: 'Terminar configuración', module: 'skill_base' },
  { path: '/dashboard/chatbot/preguntas', title: 'Interacciones personalizadas', module: 'faqs' },
  { path: '/chatbot/new', title: 'Crear chatbot', module: 'new_chatbot' },
  { path: '/chatbot/edit', title: 'Editar chatbot', module: 'chatbot' },
  { path: '/chatbot/configuracion', title: 'Configuración del chatbot', module: 'chatbot' },
  { path: '/chatbot/configuracion/menu', title: 'Menú del chatbot', module: 'menu_inicial' },
  { path: '/menu-inicial', title: 'Menú inicial', module: 'menu_inicial' },
  {
    path: '/historial-conversaciones',
    title: 'Historial de conversaciones',
    module: 'historial_conversaciones',
  },
  {
    path: '/historial-conversaciones-2',
    title: 'Historial de conversaciones',
    module: 'historial_conversaciones',
  },
  { path: '/facturacion', title: 'Facturación', module: 'facturacion', notForAgents: true },
  { path: '/soporte', title: 'Soporte', module: 'tickets' },
  { path: '/notificaciones', title: 'Notificaciones' },
  { path: '/tutoriales', title: 'Tutoriales' },
  { path: '/widgetWhatsapp', title: 'Widget WhatsApp', module: 'widget_whatsapp' },
  { path: '/whatsapp-business', title: 'WhatsApp API', module: 'whatsapp_api' },
  { path: '/whatsapp-estadisticas', title: 'Estadísticas de WhatsApp', module: 'template_messages_stats' },
  { path: '/integraciones', title: 'Integraciones', module: 'integraciones', notForAgents: true },
  { path: '/report-incident', title: 'Reportar incidencia', module: 'seguimiento_incidencias' },
  { path: '/follow-incident', title: 'Seguimiento de incidencias', module: 'seguimiento_incidencias' },
  { path: '/automatizaciones', title: 'Automatizaciones', module: 'automatizaciones' },
  { path: '/automatizaciones/carro-abandonado', title: 'Carro abandonado', module: 'automatizaciones' },
  { path: '/automatizaciones/error-pago', title: 'Error de pago', module: 'automatizaciones' },
  {
    path: '/automatizaciones/seguimiento-pedidos',
    title: 'Seguimiento de pedidos',
    module: 'automatizaciones',
  },
  { path: '/preview', title: 'Previsualizar', module: 'chatbot', notForAgents: true },
  { path: '/documento-conocimiento', title: 'Documentos', module: 'skill_base' },
  { path: '/documento-conocimiento/detail/$id', title: 'Documento', module: 'skill_base' },
  { path: '/clasificacion-ia', title: 'Clasificación IA', module: 'skill_base' },
  { path: '/tickets', title: 'Tickets', module: 'tickets' },
  { path: '/metrics', title: 'Métricas', module: 'dashboard' },
  { path: '/respuestas-rapidas', title: 'Respuestas Rápidas', module: 'live' },
  { path: '/plantillas-programadas', title: 'Plantillas programadas', module: 'whatsapp_api' },
  { path: '/checkout', title: 'Check-Out', module: 'planes_checkout' },
  { path: '/conversations', title: 'Conversaciones', module: 'live' },
];

/** Public screens that are announced and not built yet. */
export const COMING_PUBLIC: readonly ScreenRoute[] = [
  { path: '/indexjumpseller', title: 'Integración con Jumpseller' },
  { path: '/integration-install', title: 'Instalar integración' },
  { path: '/stripe', title: 'Pago con Stripe' },
];
