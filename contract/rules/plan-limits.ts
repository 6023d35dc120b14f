/** Percent of a month's conversations at which owners are told, largest first. Beyond the last nobody is turned away. */
export const CONVERSATION_SHARES = [100, 80] as const;

/** Why a campaign waits. */
export const CONVERSATIONS_USED =
  'El plan llegó a su límite de conversaciones del mes: la campaña espera al próximo, o a que cambies de plan.';

/** Why an automation waits. */
export const AUTOMATION_HELD =
  'El plan llegó a su límite de conversaciones del mes: lo que está listo espera al próximo, o a que cambies de plan.';

/** What is said where a plan has no room for more. That of agents is the spec's (rules/agents.ts). */
export const LIMIT_TEXTS = {
  documents: 'Tu plan no admite más documentos. Elimina alguno o cambia de plan.',
  channels: 'Tu plan no admite más canales. Elimina alguno o cambia de plan.',
} as const;
