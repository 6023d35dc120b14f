/** A template's category and status in Spanish, and what a change of category means. */
import type { TEMPLATE_STATUSES } from './message-template.ts';

const CATEGORIES: Record<string, string> = {
  MARKETING: 'Marketing',
  UTILITY: 'Utilidad',
  AUTHENTICATION: 'Autenticación',
};
/** A category that is not known yet is shown as the provider calls it. */
export const categoryText = (category: string): string => CATEGORIES[category] ?? category;

export const TEMPLATE_STATUS_TEXT: Record<(typeof TEMPLATE_STATUSES)[number], string> = {
  APPROVED: 'Aprobada',
  PENDING: 'En revisión',
  REJECTED: 'Rechazada',
  PAUSED: 'Pausada',
  DISABLED: 'Desactivada',
  IN_APPEAL: 'En apelación',
  PENDING_DELETION: 'Por eliminarse',
  DELETED: 'Eliminada',
  LIMIT_EXCEEDED: 'Límite alcanzado',
  ARCHIVED: 'Archivada',
};

/** @param category what it is now */
export const categoryChanged = (category: string): string =>
  `WhatsApp cambió la categoría de esta plantilla: ahora es ${categoryText(category)} y puede tener otro costo. Revísala y envíala de nuevo.`;

const REASONS: Record<string, string> = {
  ABUSIVE_CONTENT: 'Su contenido no cumple las políticas de WhatsApp.',
  CATEGORY_NOT_AVAILABLE: 'Su categoría no está disponible para esta cuenta.',
  INCORRECT_CATEGORY: 'Su contenido no corresponde a la categoría elegida.',
  INVALID_FORMAT: 'Su formato no es válido: revisa las variables y los ejemplos.',
  PROMOTIONAL: 'Es promocional: créala en la categoría Marketing.',
  SCAM: 'WhatsApp la considera engañosa.',
  TAG_CONTENT_MISMATCH: 'Su idioma o su categoría no calzan con el contenido.',
};
/** Why the provider refused it; what is not known yet is shown as it says it. */
export const rejectionText = (reason: string): string => REASONS[reason] ?? reason;
