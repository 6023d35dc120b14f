/** Incidents: reported by whoever has Seguimiento edit, answered by internal accounts (docs/protocol.md). */
import * as z from 'zod/mini';
import { incident, incidentSeverity, incidentState } from '../entities/incident.ts';
import { instant, numericId, shortText, textId } from '../primitives.ts';
import { INCIDENT_LIMITS } from '../rules/incidents.ts';
import { defineCall } from './call.ts';
import { idParam } from './main.ts';

const session = { kind: 'session' } as const;
const params = z.object({ id: textId });

export const incidentCalls = {
  /**
   * Those of bots at which the caller has Seguimiento read, freshest first; of internal accounts all. A bot where they
   * have not is 404. Without diagnostics and pictures.
   */
  incidents: defineCall({
    service: 'main',
    method: 'GET',
    path: '/incidents',
    access: session,
    query: z.object({
      bot_id: z.optional(idParam),
      /** Not resolved yet. */
      open: z.optional(z.literal('true')),
      page: z.optional(idParam),
    }),
    answer: z.object({ incidents: z.array(incident), page: z.int(), pages: z.int(), total: z.int() }),
  }),
  incident: defineCall({
    service: 'main',
    method: 'GET',
    path: '/incidents/{id}',
    access: session,
    params,
    answer: incident,
  }),
  /** Needs Seguimiento edit at each of the bots. The same `temporal_id` of a person again answers the same incident. */
  reportIncident: defineCall({
    service: 'main',
    method: 'POST',
    path: '/incidents',
    access: session,
    body: z.object({
      title: shortText(INCIDENT_LIMITS.title),
      description: shortText(INCIDENT_LIMITS.description),
      severity: incidentSeverity,
      since: instant,
      bot_ids: z.array(numericId).check(z.minLength(1), z.maxLength(INCIDENT_LIMITS.bots)),
      /** Only with the reporter's consent. */
      diagnostics: z.optional(z.nullable(shortText(INCIDENT_LIMITS.diagnostics))),
      temporal_id: shortText(64),
    }),
    answer: incident,
  }),
  /** One more picture, of who reported it or of an internal account. */
  addIncidentPicture: defineCall({
    service: 'main',
    method: 'POST',
    path: '/incidents/{id}/pictures',
    access: session,
    params,
    form: { file: 'file', maxBytes: INCIDENT_LIMITS.pictureBytes },
    body: z.object({}),
    answer: incident,
  }),
  /** Told once to each owner of an affected bot and to who reported it. 409 for a state that does not follow. */
  updateIncident: defineCall({
    service: 'main',
    method: 'POST',
    path: '/incidents/{id}/updates',
    access: { kind: 'staff' },
    params,
    body: z.object({
      state: incidentState,
      text: shortText(INCIDENT_LIMITS.update),
      temporal_id: shortText(64),
    }),
    answer: incident,
  }),
};
