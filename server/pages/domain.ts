/** The tutorial pages. */
import type { Domain } from '../platform/domain.ts';
import { registerPagesService } from './routes.ts';

export const pages: Domain = { name: 'pages', calls: registerPagesService };
