/** The audit: what was changed, by whom. */
import type { Domain } from '../platform/domain.ts';
import { auditDemo } from './demo.ts';
import { registerAudit } from './routes.ts';

export const audit: Domain = { name: 'audit', calls: registerAudit, demo: auditDemo };
