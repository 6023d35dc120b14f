/** Texts that the spec fixes and several places show. They appear exactly so. */
export const TEXTS = {
  serverTimeout: 'No pudimos conectar con el servidor. Revisa tu conexión e inténtalo nuevamente.',
  noModuleAccess: 'Lo sentimos, no tienes acceso a este módulo.',
  noSavePermission: 'Lo sentimos, no tienes permisos para guardar cambios.',
  noActionPermission: 'No tienes permiso para realizar esta acción',
  transferTitle: 'Te derivaron una conversación',
  activateBot: 'Activa tu chatbot con un plan.',
  noBots: 'No tienes chatbots registrados.',
  copyFailed: 'Ha habido un problema',
  onlyBot: 'Tu cuenta debe tener al menos un chatbot',
} as const;

/** How a conversation state is called on screen (docs/product.md §4). `{product} IA` takes the product's name. */
export const STATE_LABELS = {
  active: '{product} IA',
  pending: 'Pendientes',
  taken: 'Tomadas',
  inactive: 'Inactivas',
  closed: 'Terminadas',
  archived: 'Archivadas',
} as const;

/** Of a conversation; 'Prioridad alta' in a sentence. */
export const PRIORITY_LABELS = {
  low: 'Baja',
  medium: 'Media',
  high: 'Alta',
  urgent: 'Urgente',
} as const;

export const CHANNEL_LABELS = {
  web: 'Web',
  whatsapp: 'WhatsApp',
  instagram: 'Instagram',
  messenger: 'Messenger',
} as const;

export const AGENT_STATUS_LABELS = {
  active: 'Conectado',
  absent: 'Ausente',
  inactive: 'Desconectado',
  close_session: 'Sesión cerrada',
} as const;

/** What a status is for, beside it in the selector; the others say it by their name. */
export const AGENT_STATUS_HINTS = {
  inactive: 'Fuera de horario',
  close_session: 'Termina tu jornada en este chatbot',
} as const;

/** Puts the product's name where a text says `{product}`. */
export function withProduct(text: string, product: string): string {
  return text.replaceAll('{product}', product);
}
