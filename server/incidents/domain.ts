/** Incidents: reported by accounts, answered by internal ones. */
import type { Domain } from '../platform/domain.ts';
import { registerIncidents } from './routes.ts';

export const incidents: Domain = {
  name: 'incidents',
  calls: registerIncidents,
  topics: ['incidents'],
};
