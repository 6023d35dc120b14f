/** What is said where a plan has no room for more. That of agents is the spec's (rules/agents.ts). */
export const LIMIT_TEXTS = {
  documents: 'Tu plan no admite más documentos. Elimina alguno o cambia de plan.',
  channels: 'Tu plan no admite más canales. Elimina alguno o cambia de plan.',
} as const;
