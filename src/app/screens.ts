import type { ScreenRule } from '../frame/screen-access.ts';

export interface ScreenRoute extends ScreenRule {
  path: string;
  /** The name that people see. */
  title: string;
}

/** The screens of docs/product.md §2 that are announced and not built yet (docs/screens.md lists them). */
export const COMING: readonly ScreenRoute[] = [
  { path: '/clients-v2', title: 'Clientes', module: 'crm' },
  { path: '/clients', title: 'Clientes', module: 'crm' },
  { path: '/products', title: 'Productos', module: 'crm', notForAgents: true },
  { path: '/pago-exitoso/$id', title: 'Pago exitoso' },
  { path: '/facturacion', title: 'Facturación', module: 'facturacion', notForAgents: true },
  { path: '/notificaciones', title: 'Notificaciones' },
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
  { path: '/tickets', title: 'Tickets', module: 'tickets' },
  { path: '/metrics', title: 'Métricas', module: 'dashboard' },
  { path: '/plantillas-programadas', title: 'Plantillas programadas', module: 'whatsapp_api' },
  { path: '/checkout', title: 'Check-Out', module: 'planes_checkout' },
];

/** Public screens that are announced and not built yet. */
export const COMING_PUBLIC: readonly ScreenRoute[] = [
  { path: '/indexjumpseller', title: 'Integración con Jumpseller' },
  { path: '/stripe', title: 'Pago con Stripe' },
];
