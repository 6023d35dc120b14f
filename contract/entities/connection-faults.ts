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
};

/** The sentence that people read. */
export function connectionAdvice(provider: Provider, kind: FaultKind): string {
  return OWN[provider]?.[kind] ?? USUAL[kind](PROVIDER_LABELS[provider]);
}
