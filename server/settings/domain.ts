/** What internal accounts set: flags of bots, maintenance. */
import type { Domain } from '../platform/domain.ts';
import { registerSettings } from './routes.ts';

export const settings: Domain = { name: 'settings', calls: registerSettings };
