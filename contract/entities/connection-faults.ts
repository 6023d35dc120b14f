/** What to do about a connection that does not work: one sentence of what is wrong, one of what helps. */
import type { FaultKind, Provider } from './connection.ts';

export const PROVIDER_LABELS: Record<Provider, string> = {
  whatsapp: 'WhatsApp',
  messenger: 'Messenger',
  instagram: 'Instagram',
  shopify: 'Shopify',
  vtex: 'VTEX',
  woocommerce: 'WooCommerce',
  bsale: 'Bsale',
  magento: 'Magento',
  jumpseller: 'Jumpseller',
  prestashop: 'PrestaShop',
};

const USUAL: Record<FaultKind, (name: string) => string> = {
  unreachable: (name) =>
    `${name} no respondió. Revisa la dirección; si está bien, lo intentaremos de nuevo en unos minutos.`,
  tls: (name) => `El certificado de ${name} no es válido. Pide a quien administra el sitio que lo renueve.`,
  not_a_shop: (name) => `En esa dirección no encontramos ${name}. Revisa que sea la de tu tienda.`,
  unauthorized: (name) => `${name} no aceptó las credenciales. Genera unas nuevas y reconecta la cuenta.`,
  forbidden: (name) => `${name} no dio permiso para usar esta cuenta. Revisa los permisos y reconecta.`,
  rate_limited: (name) => `${name} pide esperar: hubo demasiadas consultas. Seguimos solos en unos minutos.`,
  uninstalled: (name) =>
    `Se desinstaló la app en ${name}: ya no la leemos. Guardamos sus datos 30 días; instálala otra vez y todo sigue.`,
  silent: (name) =>
    `No llegan mensajes de ${name} desde hace más tiempo que de costumbre, aunque lo que envías llega. Revisa en ${name} que los avisos a esta cuenta sigan activos.`,
  provider_error: (name) => `${name} tuvo un problema. Lo intentaremos de nuevo en unos minutos.`,
};

const OWN: Partial<Record<Provider, Partial<Record<FaultKind, string>>>> = {
  whatsapp: {
    unauthorized:
      'El token de acceso venció o no es válido. Genera uno permanente en Meta Business y reconecta el número.',
    forbidden:
      'Meta no da acceso a este número. Revisa los identificadores y que el usuario del sistema tenga whatsapp_business_messaging y whatsapp_business_management.',
    rate_limited: 'WhatsApp pide esperar: se alcanzó un límite de envíos. Seguimos solos cuando pase.',
  },
  messenger: {
    unauthorized:
      'El token de la página venció o no es válido. Genera uno permanente de la página en Meta y reconéctala.',
    forbidden:
      'Meta no da acceso a esta página. Revisa su identificador y que el token tenga pages_messaging y pages_manage_metadata.',
    rate_limited: 'Messenger pide esperar: se alcanzó un límite de envíos. Seguimos solos cuando pase.',
  },
  instagram: {
    unauthorized:
      'El token de Instagram venció o no es válido. Genera otro en Meta for Developers y reconecta la cuenta.',
    forbidden:
      'Meta no da acceso a esta cuenta. Revisa su identificador y que el token tenga instagram_business_basic e instagram_business_manage_messages.',
    rate_limited: 'Instagram pide esperar: se alcanzó un límite de envíos. Seguimos solos cuando pase.',
  },
  shopify: {
    unauthorized:
      'Shopify no aceptó el token. Si desinstalaste la app, instálala otra vez, copia el token nuevo y reconecta.',
    forbidden: 'A la app de Shopify le faltan permisos. Dale read_products y read_orders, y reconecta.',
    not_a_shop: 'No encontramos esa tienda en Shopify. Escríbela como mi-tienda.myshopify.com.',
  },
  vtex: {
    unauthorized: 'VTEX no aceptó la App Key o el App Token. Revisa que la clave esté activa o genera otra.',
    forbidden:
      'La clave de VTEX no tiene permiso. Dale un rol que lea el catálogo y los pedidos, y reconecta.',
    not_a_shop:
      'No encontramos esa cuenta en VTEX. Escribe solo el nombre, como aparece antes de .myvtex.com.',
  },
  woocommerce: {
    unauthorized:
      'WooCommerce no aceptó la clave. Genera otra en Ajustes › Avanzado › REST API; si ya es nueva, tu servidor puede estar quitando el encabezado Authorization: pide a tu hosting que lo deje pasar.',
    forbidden: 'La clave de WooCommerce no puede leer. Edítala y dale permiso de lectura.',
    not_a_shop:
      'En esa dirección no responde WooCommerce. Revisa la dirección y, en Ajustes › Enlaces permanentes, elige uno que no sea «Simple».',
  },
  bsale: {
    unauthorized: 'Bsale no aceptó el token. Pide uno vigente a Bsale y reconecta.',
    forbidden: 'El token de Bsale no puede leer productos. Pide a Bsale que lo habilite.',
  },
  magento: {
    unauthorized:
      'Magento no aceptó el token. Desde la versión 2.4.4 el token solo no basta: agrega clave y secreto del consumidor y secreto del token, o permite los tokens en Tiendas › Configuración › Servicios › OAuth.',
    forbidden: 'La integración de Magento no puede leer. Dale Catálogo y Ventas, y actívala de nuevo.',
    not_a_shop:
      'En esa dirección no responde la API de Magento. Revisa la dirección y el código de la vista.',
  },
  jumpseller: {
    unauthorized: 'Jumpseller no aceptó el Login o el Auth Token. Cópialos otra vez de «Cuenta y API».',
    forbidden: 'Jumpseller no dio permiso. Revisa que tu plan incluya la API y que tu usuario pueda leer.',
  },
  prestashop: {
    unauthorized:
      'PrestaShop no aceptó la clave. Revisa que el webservice esté activado y que la clave esté habilitada.',
    forbidden:
      'A la clave de PrestaShop le falta ver (GET) un recurso. Dale products, stock_availables, orders, order_states y customers.',
    not_a_shop:
      'En esa dirección no responde el webservice de PrestaShop. Revisa la dirección y actívalo en Parámetros avanzados › Webservice.',
  },
};

/** The sentence that people read. */
export function connectionAdvice(provider: Provider, kind: FaultKind): string {
  return OWN[provider]?.[kind] ?? USUAL[kind](PROVIDER_LABELS[provider]);
}
