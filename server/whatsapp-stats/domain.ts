/** What became of what was sent by templates. */
import type { Domain } from '../platform/domain.ts';
import { registerWhatsappStats } from './routes.ts';

export const whatsappStats: Domain = { name: 'whatsapp-stats', calls: registerWhatsappStats };
