/** The audit: what was changed, by whom. */
import type { Domain } from '../platform/domain.ts';
import { registerAudit } from './routes.ts';

export const audit: Domain = { name: 'audit', calls: registerAudit };
