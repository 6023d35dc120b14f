/** An incident: what does not work, since when, at which bots, and what is known of it (docs/protocol.md). */
import * as z from 'zod/mini';
import { instant, numericId, textId } from '../primitives.ts';
import { INCIDENT_SEVERITIES, INCIDENT_STATES } from '../rules/incidents.ts';

export const incidentState = z.enum(INCIDENT_STATES);
export const incidentSeverity = z.enum(INCIDENT_SEVERITIES);

export const incidentUpdate = z.object({
  id: textId,
  state: incidentState,
  text: z.string(),
  /** Of the makers of the product: by name. */
  author: z.string(),
  at: instant,
});

export const incident = z.object({
  id: textId,
  tracking_code: z.string(),
  title: z.string(),
  description: z.string(),
  severity: incidentSeverity,
  state: incidentState,
  /** Since when it does not work, as who reported it said. */
  since: instant,
  /** Of the affected bots, those that the reader works at; internal accounts see all. */
  bot_ids: z.array(numericId),
  /** Oldest first. */
  updates: z.array(incidentUpdate),
  reported_by: z.string(),
  created_at: instant,
  updated_at: instant,
  /** Addresses that end after ten minutes. */
  pictures: z.array(z.object({ id: textId, url: z.string() })),
  /** What the reporter's browser said of itself; for internal accounts alone. */
  diagnostics: z.nullable(z.string()),
});
export type Incident = z.infer<typeof incident>;
