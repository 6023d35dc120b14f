/** Who gets a bot's conversations, and why. */
import type { Domain } from '../platform/domain.ts';
import { registerRouting } from './routes.ts';

export const routing: Domain = { name: 'routing', calls: registerRouting };
