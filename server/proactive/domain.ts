/** Messages with which the chat in a site begins by itself. */
import type { Domain } from '../platform/domain.ts';
import { proactiveDemo } from './demo.ts';
import { registerProactive } from './routes.ts';

export const proactive: Domain = { name: 'proactive', calls: registerProactive, demo: proactiveDemo };
