/** When people attend at a bot. */
import type { Domain } from '../platform/domain.ts';
import { registerCalendar } from './routes.ts';

export const calendar: Domain = { name: 'calendar', calls: registerCalendar };
