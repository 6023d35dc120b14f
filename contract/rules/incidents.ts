/** What an incident may say, and how its states and severities are called (docs/protocol.md 'Tickets, incidents, notifications'). */
export const INCIDENT_STATES = ['reported', 'investigating', 'identified', 'monitoring', 'resolved'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

export const INCIDENT_STATE_LABELS: Record<IncidentState, string> = {
  reported: 'Reportada',
  investigating: 'Investigando',
  identified: 'Identificada',
  monitoring: 'En observación',
  resolved: 'Resuelta',
};

export const INCIDENT_SEVERITIES = ['low', 'normal', 'high', 'critical'] as const;
export type IncidentSeverity = (typeof INCIDENT_SEVERITIES)[number];

export const INCIDENT_SEVERITY_LABELS: Record<IncidentSeverity, string> = {
  low: 'Menor',
  normal: 'Molesta, pero se puede trabajar',
  high: 'Impide parte del trabajo',
  critical: 'Nada funciona',
};

export const INCIDENT_LIMITS = {
  title: 120,
  description: 4_000,
  update: 2_000,
  bots: 50,
  pictures: 5,
  pictureBytes: 8_000_000,
  /** JSON text of what the browser knows of itself. */
  diagnostics: 20_000,
  page: 20,
} as const;
